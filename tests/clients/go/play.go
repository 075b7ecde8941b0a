// Plays an Epic Funhouse without a table, and Caribbean Star at a table against a robot, with the clients that openapi-generator made.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"play/caribbeanstar"
	"play/epicfunhouse"
)

func main() {
	playFunhouse(os.Args[1])
	playTable(os.Args[1])
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func playFunhouse(service string) {
	configuration := epicfunhouse.NewConfiguration()
	configuration.Servers = epicfunhouse.ServerConfigurations{{URL: service}}
	api := epicfunhouse.NewAPIClient(configuration).EpicFunhouseAPI
	background := context.Background()

	options := epicfunhouse.NewEpicFunhouseOptions()
	options.SetDexterity(epicfunhouse.DEXTERITY_REPORTED)
	deal := epicfunhouse.NewEpicFunhouseDealRequest()
	deal.SetSeed("clients")
	deal.SetOptions(*options)
	deal.SetWithLegalMoves(true)
	position, _, err := api.DealEpicFunhouse(background).EpicFunhouseDealRequest(*deal).Execute()
	check(err)
	var moves []epicfunhouse.EpicFunhouseMove
	for !position.Finished {
		legal := position.LegalMoves.Moves
		turn := len(moves)
		move := legal[(turn*turn+turn/7)%len(legal)]
		moves = append(moves, move)
		play := epicfunhouse.NewEpicFunhousePlayMove(move, position.State)
		play.SetWithLegalMoves(true)
		body := epicfunhouse.EpicFunhousePlayMoveAsEpicFunhousePlayRequest(play)
		position, _, err = api.PlayEpicFunhouse(background).EpicFunhousePlayRequest(body).Execute()
		check(err)
	}
	state, score := position.State, position.Score.Total
	run := epicfunhouse.NewEpicFunhouseRun("epic-funhouse", moves, state.Options, 1, state.Seed)
	run.SetScore(score)
	verdict, _, err := api.ReplayEpicFunhouse(background).EpicFunhouseRun(*run).Execute()
	check(err)
	if !verdict.Legal || !verdict.Complete || !verdict.GetClaimHolds() {
		panic(fmt.Sprintf("%+v", verdict))
	}
	fmt.Printf("Epic Funhouse: %d moves, score %d\n", len(moves), score)
}

func playTable(service string) {
	configuration := caribbeanstar.NewConfiguration()
	configuration.Servers = caribbeanstar.ServerConfigurations{{URL: service}}
	client := caribbeanstar.NewAPIClient(configuration)

	name := caribbeanstar.NewPlayerRequest(fmt.Sprintf("Go %d", os.Getpid()))
	player, _, err := client.PlayersAPI.CreatePlayer(context.Background()).PlayerRequest(*name).Execute()
	check(err)
	authorized := context.WithValue(context.Background(), caribbeanstar.ContextAccessToken, player.Token)
	request := caribbeanstar.NewCaribbeanStarTableRequest("caribbean-star", []string{"you", "robot"})
	table, _, err := client.TablesAPI.CreateTable(authorized).CaribbeanStarTableRequest(*request).Execute()
	check(err)
	own := 0
	for table.Status != "over" {
		table, _, err = client.TablesAPI.GetTable(authorized, table.Id).WithLegalMoves(true).Execute()
		check(err)
		if table.Position == nil || table.Position.LegalMoves == nil || len(table.Position.LegalMoves.Moves) == 0 {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		legal := table.Position.LegalMoves.Moves
		move := []caribbeanstar.CaribbeanStarMove{legal[own%len(legal)]}
		request := caribbeanstar.NewCaribbeanStarMovesRequest(table.Moves, "caribbean-star", move)
		table, _, err = client.TablesAPI.MakeMoves(authorized, table.Id).CaribbeanStarMovesRequest(*request).Execute()
		check(err)
		own++
	}
	published, _, err := client.TablesAPI.GetTableRun(authorized, table.Id).Execute()
	check(err)
	if own == 0 || published.Run == nil || len(published.Run.Moves) <= own {
		panic("both seats move, and the run is public")
	}
	fmt.Printf("Caribbean Star: %d own moves of %d\n", own, len(published.Run.Moves))
}
