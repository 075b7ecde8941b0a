import caribbeanstar.api.PlayersApi;
import caribbeanstar.api.TablesApi;
import caribbeanstar.model.CaribbeanStarHeldTable;
import caribbeanstar.model.CaribbeanStarMove;
import caribbeanstar.model.CaribbeanStarMovesRequest;
import caribbeanstar.model.CaribbeanStarTableRequest;
import caribbeanstar.model.PlayerRequest;
import epicfunhouse.api.EpicFunhouseApi;
import epicfunhouse.model.Dexterity;
import epicfunhouse.model.EpicFunhouseDealRequest;
import epicfunhouse.model.EpicFunhouseMove;
import epicfunhouse.model.EpicFunhouseOptions;
import epicfunhouse.model.EpicFunhousePlayMove;
import epicfunhouse.model.EpicFunhousePlayRequest;
import epicfunhouse.model.EpicFunhouseRun;
import java.util.ArrayList;
import java.util.List;

/** Plays an Epic Funhouse without a table, and Caribbean Star at a table against a robot, with the clients that openapi-generator made. */
class Play {
    public static void main(String[] arguments) throws Exception {
        playFunhouse(arguments[0]);
        playTable(arguments[0]);
    }

    static void playFunhouse(String service) throws Exception {
        var client = new epicfunhouse.ApiClient();
        client.updateBaseUri(service);
        var api = new EpicFunhouseApi(client);
        var options = new EpicFunhouseOptions().dexterity(Dexterity.REPORTED);
        var position = api.dealEpicFunhouse(new EpicFunhouseDealRequest().seed("clients").options(options).withLegalMoves(true));
        List<EpicFunhouseMove> moves = new ArrayList<>();
        while (!position.getFinished()) {
            var legal = position.getLegalMoves().getMoves();
            int turn = moves.size();
            var move = legal.get((turn * turn + turn / 7) % legal.size());
            moves.add(move);
            var play = new EpicFunhousePlayMove().move(move).state(position.getState()).withLegalMoves(true);
            position = api.playEpicFunhouse(new EpicFunhousePlayRequest(play));
        }
        var state = position.getState();
        var score = position.getScore().getTotal();
        var run = new EpicFunhouseRun().game(EpicFunhouseRun.GameEnum.EPIC_FUNHOUSE).rules(EpicFunhouseRun.RulesEnum.NUMBER_1)
            .seed(state.getSeed()).options(state.getOptions()).moves(moves).score(score);
        var verdict = api.replayEpicFunhouse(run, null, null);
        if (!verdict.getLegal() || !verdict.getComplete() || !verdict.getClaimHolds()) throw new AssertionError(verdict);
        System.out.printf("Epic Funhouse: %d moves, score %d%n", moves.size(), score);
    }

    static void playTable(String service) throws Exception {
        var client = new caribbeanstar.ApiClient();
        client.updateBaseUri(service);
        var player = new PlayersApi(client).createPlayer(new PlayerRequest().name("Java " + ProcessHandle.current().pid()), null);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + player.getToken()));
        var tables = new TablesApi(client);
        var seats = List.of(CaribbeanStarTableRequest.SeatsEnum.YOU, CaribbeanStarTableRequest.SeatsEnum.ROBOT);
        var game = CaribbeanStarTableRequest.GameEnum.CARIBBEAN_STAR;
        var table = tables.createTable(new CaribbeanStarTableRequest().game(game).seats(seats), null);
        int own = 0;
        while (table.getStatus() != CaribbeanStarHeldTable.StatusEnum.OVER) {
            table = tables.getTable(table.getId(), null, null, true, null, null);
            var legal = table.getPosition() == null ? null : table.getPosition().getLegalMoves();
            if (legal == null || legal.getMoves().isEmpty()) {
                Thread.sleep(20);
                continue;
            }
            List<CaribbeanStarMove> move = List.of(legal.getMoves().get(own % legal.getMoves().size()));
            var request = new CaribbeanStarMovesRequest().game(CaribbeanStarMovesRequest.GameEnum.CARIBBEAN_STAR);
            table = tables.makeMoves(table.getId(), request.after(table.getMoves()).moves(move));
            own++;
        }
        var run = tables.getTableRun(table.getId()).getRun();
        if (own == 0 || run.getMoves().size() <= own) throw new AssertionError("both seats move");
        System.out.printf("Caribbean Star: %d own moves of %d%n", own, run.getMoves().size());
    }
}
