// A game of Slide Jam, always the same: its score, and the hash of its last state.

/** @param {(id: "slide-jam") => Promise<import("../../src/funhouse.js").LocalGame<"slide-jam">>} game */
export async function played(game) {
    const slideJam = await game("slide-jam");
    let position = slideJam.deal({ seed: "bundlers", with_legal_moves: true });
    let moves = 0;
    while (!position.finished) {
        const move = position.legal_moves?.moves[0];
        if (move === undefined) throw new Error("a game without legal moves must be finished");
        position = slideJam.play(position.state, move, { with_legal_moves: true });
        moves++;
    }
    return JSON.stringify({ moves, score: position.score.total, digest: slideJam.digest(position.state) });
}
