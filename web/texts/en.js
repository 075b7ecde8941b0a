// The texts of the pages in English.

import { counted } from "./counted.js";

/** A game of a series. @param {number} number */
const gameOver = (number) => `Game ${number} is over`;

/** Rounds of a contest with their verb, before "open" or "closed". @param {string} name @param {number[]} rounds ascending */
const roundsOf = (name, rounds) => {
    if (rounds.length < 2) return `Round ${rounds[0]} of ${name} is`;
    const [first, last] = [rounds[0], rounds[rounds.length - 1]];
    const isSpan = rounds.length > 2 && last - first === rounds.length - 1;
    return `Rounds ${isSpan ? `${first} to ${last}` : `${rounds.slice(0, -1).join(", ")} and ${last}`} of ${name} are`;
};

export const page = {
    titled: (/** @type {string} */ title) => `${title} · funhouse`,
    nav: {
        /** The label of the links for screen readers. */
        main: "Main",
        play: "Play",
        tables: "Tables",
        daily: "Daily",
        boards: "Leaderboards",
        profile: "Profile",
        api: "API",
    },
    /** What `play.html` shows until its first screen is loaded. */
    start: {
        title: "Play · funhouse",
        skip: "Skip to the content",
        waiting: "One moment…",
    },
    front: {
        title: "funhouse · free board games",
        heading: "36 board games, free to play",
        lead: "No account needed. Play solo, with friends, or against robots, with scores that anyone can verify.",
        playNow: "Play now",
        learnByPlaying: "Learn by playing",
        featured: "Trampo-Land, a solo puzzle of 5 to 10 minutes",
        playFeatured: "Play Trampo-Land",
        day: {
            heading: "Today's ranked game: Epic Funhouse",
            lead: "Six puzzles in one, the same deal for everyone, new every day. No one knows the deal in advance, and every score is verified.",
            ends: "It ends at midnight (UTC).",
            needsConnection: "It needs a connection to the server.",
            play: "Play today's ranked game",
            all: "All daily games",
        },
        ways: {
            label: "More ways to play",
            friends: "Play with friends",
            friendsLead: "Make a table and share its link. Everyone plays on their own screen, and hidden hands stay hidden.",
            boards: "Leaderboards",
            replayed: "Every score is replayed before it counts.",
            /** A link, and the rest of its sentence. */
            verify: "Verify any game",
            yourself: "yourself.",
            api: "Build with the API",
            apiLead: "Post a state and a move, get the next state. This page uses nothing else.",
        },
        footer: {
            /** Before the four links that follow, with commas between them. */
            documentation: "Documentation:",
            quickStart: "quick start",
            tables: "tables",
            verify: "verify a game",
            changelog: "changelog",
            credits: "Epic Funhouse and Easy Slider are by Ron and Marty Hale-Evans, The Magic Bag is by Rob LeGood, the piecepack by James Kyle; each game names its designer. No cookies, no tracking: your games stay in your browser until you save a score.",
        },
    },
    toGames: "To the games",
    tryAgain: "Try again",
    notFound: {
        documentTitle: "Page not found · funhouse",
        title: "Page not found",
        lead: "There is no page at this address.",
        leadWith: (/** @type {Node} */ address) => ["There is no page at ", address, ". The link may be mistyped or out of date."],
        allGames: "All games",
        tables: "Tables",
        daily: "Daily game",
    },
    failed: {
        title: "Something went wrong",
        heading: "That did not work",
    },
    offline: {
        title: "No connection",
        heading: "This needs a connection",
        lead: "Tables, daily and ranked games, leaderboards and profiles are on the server, which cannot be reached now.",
        possible: "Practice games and games that share this screen work without it.",
    },
    /** @type {Record<string, string>} texts for errors whose messages address programs */
    problems: {
        invalid_query: "There is no page at this address. The link may be mistyped or out of date.",
        not_found: "There is no page at this address. The link may be mistyped or out of date.",
        unknown_game: "There is no such game.",
        unknown_run: "There is no such run.",
        unknown_table: "There is no such table. Tables that no one joined are deleted.",
        unknown_link: "This link has expired or was used. Ask the app for another one.",
        unknown_rules: "This game was played by rules that this server does not have.",
    },
};

export const shared = {
    /** Before the last word of a list. */
    and: "and",
    /** One that plays at the lowest level. It follows an article, or is the whole label. */
    robot: "robot",
    robotOfLevel: (/** @type {number} */ level) => `robot, level ${level}`,
    /** The names of robots by seat, as the service names them at its tables. */
    robotNames: ["Rita", "Bolt", "Gizmo", "Tilda", "Rivet", "Pixel", "Zippy", "Sprocket", "Tinker", "Widget", "Clank", "Fidget", "Ratchet", "Sparky", "Whirr", "Cogsy"],
    /** `robot` is one of the two texts above it. */
    namedRobot: (/** @type {string} */ name, /** @type {string} */ robot) => `${name} (${robot})`,
    theRobot: "The robot",
    robotChoice: (/** @type {number} */ level) => `Robot, level ${level}`,
    /** The book or page that a game comes from, and the game's designer. */
    credit: (/** @type {string} */ source, /** @type {string} */ designer) => `${source}, by ${designer}.`,
    brokenLink: "This link is incomplete.",
    longLink: "This link is longer than that of any game, which has at most 10,000 moves.",
    scriptUnreachable: "Can't load this page. Check your internet.",
};

export const account = {
    name: {
        label: "Your name",
        hint: "2 to 32 letters and digits of any script. Everyone can see it.",
    },
    /** The code that signs a player in who has lost the token. */
    recoveryCode: {
        title: "Save your recovery code",
        hint: "It signs you in if this browser loses your token. It works once. Shown until you confirm you saved it.",
        saved: "I saved it",
        create: "Create a recovery code",
        replace: "Create a new recovery code",
    },
    /** The tokens of a player, one for each device. */
    tokens: {
        title: "Where you are signed in",
        hint: "Each token proves that you are you; anyone who has one can save scores in your name.",
        otherDevice: (/** @type {Node} */ token) => ["To sign in on another device, use this browser's token: ", token],
        /** The name of a token without a label, followed by its number. */
        unnamed: "Token",
        created: (/** @type {string} */ name, /** @type {string | number} */ id, /** @type {string} */ day) => `${name} ${id}, created on ${day}`,
        used: (/** @type {string} */ name, /** @type {string | number} */ id, /** @type {string} */ day, /** @type {string} */ lastDay) => `${name} ${id}, created on ${day}, last used on ${lastDay}`,
        current: "(this browser)",
        revoke: "Revoke",
        /** The label of the button for one token, such as `Token 2, created on 2026-05-01`. */
        revokeOne: (/** @type {string} */ token) => `Revoke ${token}`,
    },
    /** The apps that the player lets play for them. */
    apps: {
        title: "Apps that play for you",
        stop: "Stop",
        /** The label of the button for one app. */
        stopOne: (/** @type {string} */ name) => `Stop ${name} from playing for you`,
    },
    downloadData: "Download my data",
    signOut: "Sign out of this browser",
    deletePlayer: "Delete this player",
    deleteConsequences: "Your scores stay without a name, and no one can use your name again.",
    deleteNow: "Delete me",
};

export const api = {
    unreachable: "Can't connect. Check your internet.",
    /** The title of a refusal; the service gives the reason. */
    illegalMove: "Illegal move",
    /** An answer with an unexpected status of HTTP. */
    failed: (/** @type {number} */ status) => `The service answered with status ${status}.`,
};

export const catalogue = {
    play: "Play",
    chooseGame: "Choose a game",
    noGame: "One excerpt of the rulebooks is no game here: The Establishment of the Industrial Proletariat. It breaks off before the charts and cards that its turns need.",
    allGames: "All games",
    card: {
        /** A mark on a game that was added lately. */
        new: "New",
        /** Both numbers can be ranges: "2–4". */
        facts: (/** @type {string} */ players, /** @type {boolean} */ isSolo, /** @type {string} */ minutes) => `${players} ${isSolo ? "player" : "players"} · ${minutes} min`,
    },
    list: {
        games: (/** @type {number} */ count) => counted(count, "game"),
        someOf: (/** @type {number} */ shown, /** @type {number} */ all) => `${shown} of ${counted(all, "game")}`,
        showAll: (/** @type {number} */ count) => `Show all ${count} games`,
        noMatch: "No game matches.",
        clearFilters: "Clear filters",
    },
    filters: {
        form: "Games",
        search: "Search games",
        players: "Players",
        time: "Time",
        kind: "Kind",
        newGames: "New games",
        /** No filter: any number of players, time or kind. */
        any: "Any",
        upTo: (/** @type {number} */ minutes) => `Up to ${minutes} min`,
        solo: "Solo",
        withOthers: "With others or robots",
        /** Games on a real table, whose moves report what happened there. */
        realTable: "On a real table",
    },
    /** The screen on which a solitaire is started. */
    setup: {
        seed: "Seed",
        seedHint: "Leave it empty for a random deal. The same seed always gives the same deal.",
        optionsAndSeed: "Options and seed",
        deal: "Deal",
        ranked: "Ranked game",
        noUndo: "There is no undo.",
        playRanked: "Play ranked",
    },
};

// Contests and challenges: everyone plays the same secret deals.

export const contests = {
    title: "Contests",
    lead: "Everyone plays the same secret deal, once, at a table of their own. The games are compared when the round is over, and anyone can verify them.",
    yours: "Your contests",
    open: "Open contests",
    noneOpen: "No open contests right now.",
    chooseName: "To take part, choose a name. No password or email.",
    /** The state of a contest in lists. `left` is a text such as "3 hours left", `when` a time. */
    state: {
        open: (/** @type {string} */ left) => `Open · ${left}`,
        opens: (/** @type {string} */ when) => `Opens ${when}`,
        closing: "The last games are being ended",
        over: "Over",
    },
    form: {
        title: "Play me at this",
        game: "Game",
        name: "Name",
        /** The name of a new contest, in the field. */
        defaultName: "Play me at this",
        time: "Open for",
        timeOfDaily: "Each round is open for 24 hours.",
        more: "Rounds, times and entry",
        rounds: "Rounds",
        schedule: "When rounds are open",
        schedules: { together: "All at the same time", daily: "One a day" },
        opens: "Opens (empty: now)",
        entry: "Who can enter",
        entries: { link: "Anyone with the link", open: "Anyone: it is listed here" },
        approve: "I approve who enters",
        scoring: "Rounds add",
        scorings: { total: "Scores", points: "A point for each player beaten" },
        options: "Options",
        takePart: "I play, too",
        create: "Create it",
    },
    contest: {
        /** `by` is the organizer. */
        lead: (/** @type {Node} */ game, /** @type {string} */ by, /** @type {number} */ entrants) => [game, ` · by ${by} · ${counted(entrants, "player")}`],
        deletedPlayer: "a deleted player",
        enter: "Enter",
        askToEnter: "Ask to enter",
        entered: "You have entered.",
        withdraw: "Withdraw",
        cancel: "Cancel the contest",
        canceling: "It is deleted for everyone.",
        cancelNow: "Yes, delete it",
        keep: "No",
        asked: "You asked to enter. The organizer has not answered yet.",
        refused: "The organizer refused you.",
        link: "The link for others",
        copyLink: "Copy the link",
        copied: "The link is copied.",
        copyByHand: "Copy it from the field.",
        rounds: "Rounds",
        round: (/** @type {number} */ round) => `Round ${round}`,
        scheduled: (/** @type {string} */ when) => `Opens ${when}`,
        closing: "It is closed. The last games are being ended.",
        closed: "Closed",
        void: "It counts for no one: the service lost a part of a game.",
        yours: (/** @type {number} */ score) => `Your score: ${score}`,
        unfinished: "You did not finish.",
        play: "Play",
        continue: "Continue",
        yourTable: "Your table",
        compare: "Compare games",
        /** Names of buttons and links for screen readers. They contain the words that are shown. */
        playRound: (/** @type {number} */ round) => `Play round ${round}`,
        continueRound: (/** @type {number} */ round) => `Continue round ${round}`,
        yourTableOf: (/** @type {number} */ round) => `Your table of round ${round}`,
        compareRound: (/** @type {number} */ round) => `Compare games of round ${round}`,
        standings: "Standings",
        standingsLater: "They appear when a round is closed.",
        gained: (/** @type {number} */ places) => (places > 0 ? `${counted(places, "place")} gained` : `${counted(-places, "place")} lost`),
        /** What a round adds to the sum of a player, in a list. */
        ofRound: (/** @type {number} */ round, /** @type {number} */ adds) => `round ${round}: ${adds}`,
        notFinished: (/** @type {number} */ round, /** @type {number} */ adds) => `round ${round}: not finished, ${adds}`,
        watch: (/** @type {number} */ round, /** @type {number} */ adds) => `Watch round ${round}: ${adds}`,
        more: "More",
        players: "Players",
        noPlayers: "No one has entered yet.",
        /** The rounds that a player finished, as a list. */
        finished: (/** @type {string} */ rounds) => `finished ${rounds}`,
        finishedOnly: "finished",
        asks: "asks to enter",
        approve: "Approve",
        approvePlayer: (/** @type {string} */ name) => `Approve ${name}`,
        refuse: "Refuse",
        refusePlayer: (/** @type {string} */ name) => `Refuse ${name}`,
        fair: "Fair ✓",
        fairness: "No one sees a seed before its round is closed. The SHA-256 of each seed is public from the start.",
        commitment: (/** @type {number} */ round, /** @type {Node} */ hash) => [`Round ${round}: `, hash],
        /** After a hash. */
        seed: (/** @type {Node} */ seed) => [", seed ", seed],
        export: "Download the export",
        check: "Check this contest",
        holds: (/** @type {number} */ rounds, /** @type {number} */ runs, /** @type {number} */ places) =>
            `${counted(rounds, "seed matches", "seeds match")}, ${counted(runs, "run replays", "runs replay")} as reported, and ${counted(places, "place is", "places are")} right.`,
        checkHere: "This browser replayed the games.",
        /** In builds without the module. */
        checkElsewhere: "This page cannot check it in your browser. Download the export, and check it with: funhouse verify contest FILE",
    },
    replays: {
        title: (/** @type {string} */ name, /** @type {number} */ round) => `${name}, round ${round}`,
        back: "To the contest",
        left: "One game",
        right: "Other game",
        tooFew: "No two players have finished this round.",
        score: (/** @type {string} */ name, /** @type {number} */ total) => `${name}: ${total}`,
        /** The same move of both games, in the list. */
        both: (/** @type {string} */ one, /** @type {string} */ other) => `${one} | ${other}`,
        ended: "over",
        watch: (/** @type {string} */ name) => `Watch ${name} alone`,
    },
    /** Notices of rounds, and their label. */
    news: "News",
    opened: (/** @type {string} */ name, /** @type {number[]} */ rounds) => `${roundsOf(name, rounds)} open.`,
    closed: (/** @type {string} */ name, /** @type {number[]} */ rounds) => `${roundsOf(name, rounds)} closed: see the standings.`,
    toContest: "Open it",
    dismiss: "Dismiss",
    /** The link on other screens. */
    challenge: "Challenge friends",
};

export const daily = {
    /** The title of the document. Dates are as 2026-11-26. */
    screenTitle: (/** @type {string} */ date) => `Daily game of ${date}`,
    today: "The daily game",
    ofDate: (/** @type {string} */ date) => `The game of ${date}`,
    todayLead: "Everyone gets the same deal today, and no one knows what comes next. The seed is published at midnight (UTC).",
    pastLead: "The day is over. Its seeds are public, its leaderboards are closed, and you can play its deals for practice.",
    dayBefore: "The day before",
    dayAfter: "The day after",
    play: "Play",
    continue: "Continue",
    board: "Leaderboard",
    /** How far the player got: a number of moves, or the state of a saved game. */
    begun: (/** @type {string} */ progress) => `Begun: ${progress}`,
    played: "Played",
    playedWith: (/** @type {number} */ score) => `Played: ${score}`,
    /** Those with a title are the names of buttons and links for screen readers. They must contain the words that are shown. */
    ranked: {
        heading: "Ranked",
        best: (/** @type {string} */ title) => `${title}, ranked: the day's best`,
        moves: (/** @type {number} */ count) => counted(count, "move"),
        resigned: "Given up",
        timeUp: "Time was up",
        withoutResult: "Ended without a result",
        yourTable: "Your table",
        yourTableOf: (/** @type {string} */ title) => `Your table of the ranked ${title}`,
        continueGame: (/** @type {string} */ title) => `Continue the ranked ${title}`,
        playGame: (/** @type {string} */ title) => `Play today's ranked ${title}`,
        /** Of a day that is over. */
        playDeal: "Play the deal",
        playDealOf: (/** @type {string} */ title) => `Play the deal of the ranked ${title}`,
        boardOf: (/** @type {string} */ title) => `${title}, the ranked leaderboard`,
    },
    /** As for `ranked`. */
    practice: {
        heading: "Practice",
        hint: "Other deals, with public seeds: undo is allowed, and moves can be computed ahead.",
        countsToday: "Scores count if they are saved before midnight (UTC).",
        playAgain: "Play again",
        playGame: (/** @type {string} */ title) => `Play today's practice ${title}`,
        playGameAgain: (/** @type {string} */ title) => `Play again today's practice ${title}`,
        continueGame: (/** @type {string} */ title) => `Continue today's practice ${title}`,
        saveScore: "Save score",
        saveScoreOf: (/** @type {string} */ title) => `Save the score of today's practice ${title}`,
        /** After "Played: 12" in bold. */
        unsaved: (/** @type {Node} */ played) => [played, ", score not saved"],
        /** A link after "Played: 12 · ". */
        yourRun: "your run",
        yourRunOf: (/** @type {string} */ title) => `Your run of ${title}`,
        boardOf: (/** @type {string} */ title) => `${title}, the practice leaderboard`,
    },
    proof: {
        heading: "How you can verify that no one chose these seeds",
        ofRanked: "The SHA-256 of each ranked game's seed is shown a week ahead, the seed itself once the day is over.",
        /** After a title and a hash. */
        seed: (/** @type {Node} */ seed) => [", seed ", seed],
        ofPractice: "For the practice games, the SHA-256 of the day's key is shown a week ahead, the key itself once the day is over. A game's seed is the HMAC of its id under that key.",
        /** The hash of the day's key. */
        commitment: (/** @type {Node} */ hash) => ["Commitment ", hash],
        key: (/** @type {Node} */ key) => ["Key ", key],
    },
    /** The card of the ranked daily game on the front page. */
    card: {
        /** A sentence from the time that is left, such as "3 hours left". */
        left: (/** @type {string} */ left) => `${left}.`,
        /** Days in a row on which the player finished a ranked daily game, at least 2. */
        streak: (/** @type {number} */ days) => `Your streak: ${counted(days, "day")}.`,
        play: "Play today's ranked game",
        continue: "Continue today's ranked game",
        /** A link to the finished game. */
        yours: "Your ranked game of today",
        best: "Best of today",
    },
};

export const game = {
    /** The name of the viewer's seat on the board. */
    you: "You",
    board: {
        /** Read aloud for a spot that a hint marks. */
        hint: "hint",
        canBeChosen: "can be chosen",
        unreadable: "The service's picture could not be read.",
    },
    spots: {
        /** Like all texts of spots, it is written for the reader: the seat becomes "You", or the name of its player. */
        seat: (/** @type {string} */ seat) => `Seat ${seat}`,
        empty: "empty",
        /** A numbered place of an area, such as `row 3`. */
        numbered: (/** @type {string} */ area, /** @type {string} */ number) => `${area} ${number}`,
        /** An area of a seat, such as its hand. */
        ofSeat: (/** @type {string} */ seat, /** @type {string} */ area) => `the ${area} of seat ${seat}`,
        /** A piece of the piecepack, such as `tile 2 of Suns`. */
        piece: (/** @type {string} */ kind, /** @type {string} */ name) => `${kind} ${name}`,
    },
    playArea: {
        askFlick: "Flick which coin, and where to?",
        severalCan: "More than one piece can go there: choose the one that is to go.",
        undone: "Undone.",
        redone: (/** @type {string} */ move) => `Redone: ${move}`,
    },
    panel: {
        yourMove: "Your move",
        isIt: (/** @type {string} */ move) => `${move}?`,
        /** Read aloud before what is chosen so far. */
        chosen: "Chosen: ",
        takeBack: (/** @type {string} */ pick) => `Take back ${pick}`,
        /** A chosen value of a field, such as `Coin ace`. */
        pick: (/** @type {string} */ field, /** @type {string} */ value) => `${field} ${value}`,
        startAgain: "Start again",
        placeDie: "Place the die",
        byNumber: "Or by number",
        /** The heading of other types of moves, after a question. */
        or: "Or",
        /** After a question, above its answers. */
        alsoOnBoard: (/** @type {string} */ question) => `${question} On the board, or here`,
        allMoves: "Moves as a list",
        showOthers: (/** @type {number} */ count) => `Show the other ${count}`,
        movesLeft: (/** @type {number} */ count) => `${count} legal moves left`,
        /** For numbers that share a sum. */
        budget: (/** @type {number} */ total, /** @type {number} */ left) => `${total} points in all, ${left} left`,
        chosenOf: (/** @type {number} */ count, /** @type {number} */ least, /** @type {number} */ most) => `${count} chosen, ${least} to ${most} may be`,
    },
    /** The fields of moves, before their values. */
    fields: {
        army: "Army", attack: "Attack", build: "Build", builds: "Builds", cab: "Cab", card: "Card", cards: "Cards", cell: "Cell", cells: "Cells", coin: "Coin", color: "Color",
        contact: "Contact", contacts: "Contacts", corner: "Corner", dice: "Dice", die: "Die", direction: "Direction", face: "Face", fighter: "Fighter", food: "Food", from: "From",
        front: "Front", give: "Give", guest: "Guest", health: "Health", kind: "Kind", made: "Made", north: "North", owner: "Owner", pair: "Pair", pairs: "Pairs", part: "Part",
        piece: "Piece", power: "Power", row: "Row", seat: "Seat", skill: "Skill", slide: "Slide", space: "Space", spaces: "Spaces", speed: "Speed", spirit: "Spirit",
        spirits: "Spirits", spot: "Spot", stack: "Stack", start: "Start", suit: "Suit", sunk: "Sunk", take: "Take", target: "Target", territory: "Territory", tile: "Tile",
        tiles: "Tiles", to: "To", top: "Top", type: "Type", upper: "Upper", victim: "Victim", with: "With",
    },
    questions: {
        /** By field, or by the type of the move and the field. */
        asked: {
            type: "What do you do?",
            upper: "Which stack goes above the mirror?", cells: "Which tile of a family comes first?", stack: "Which stack?", slide: "Which way do the others slide?",
            tiles: "Match which tile next to the mirror?", suit: "Choose the coins of which suit?", start: "Start from which end?", coin: "Which coin?", tile: "Which tile?",
            top: "Place the die with what on top?", north: "Place the die with what on its north side?", direction: "Which way?", cell: "Which cell?",
            from: "Who moves?", to: "Move where?", dice: "Roll which dice?", row: "Claim which row?", with: "Fight whom?", victim: "Steal from whom?",
            target: "Attack whom?", face: "Choose which die?", attack: "Which attack?", pairs: "Roll which pairs again?", part: "Which part?", piece: "Create which piece?",
            front: "Shift from which spirit?", spirits: "Shift how many spirits?", spaces: "Shift by how many spaces?", color: "Which color?", space: "Which space?",
            corner: "Settle in which corner?", army: "Choose which army?", territory: "Mark which territory?", card: "Play which card?", cards: "Play which cards?",
            spot: "Put the cards on which spot?", owner: "Play onto whose fighter?", fighter: "Play onto which fighter?", guest: "Move which guest?",
            give: "Give which goodie?", take: "Take which goodie for it?", cab: "Which cab?", skill: "Raise which skill?", food: "Eat which food?",
            sunk: "How many balls were sunk?", made: "Did the called ball fall as called?", contacts: "How many balls did the cue ball touch?", kind: "What was the foul?",
            speed: "How much Speed?", power: "How much Power?", health: "How much Health?",
            "lay_stack.stack": "Lay which stack?", "pop.stack": "Onto which stack?", "flick.coin": "Flick which coin?", "fell.coin": "Which coin fell?",
            "fell.tile": "It fell from which tile?", "crossed.coin": "Which coin crossed?", "pay.coin": "Pay with which coin?", "pay.tile": "Take which tile away?",
            "enter.cell": "Enter where?", "slide.cell": "Slide which tile?", "tip.direction": "Tip the die which way?", "go.direction": "Go which way?",
            "shift.direction": "Shift which way?", "lay.cell": "Lay a chip where?", "steal.cell": "Steal from which pile?", "walk.to": "Walk where?", "step.to": "Step where?",
            "bounce.to": "Bounce where?", "create.cell": "Create it where?", "place.cell": "Place your stone where?", "move.from": "Move which piece?",
            "recruit.from": "Recruit from whom?", "recruit.face": "Recruit which die?", "fight.dice": "Roll which of your dice?", "take.face": "Take which die?",
            "build.part": "Build it into which part?", "build.face": "Build which die?", "scavenge.part": "Build it into which part?", "scavenge.face": "Scavenge which die?",
            "steal.part": "Steal which part?", "steal.to": "Build it into which part of yours?", "place.color": "Place which color?", "place.space": "Place it on which space?",
            "play.card": "Play which card?", "play.to": "Play it where?", "stop.card": "Stop it with which ace?", "perform.card": "Perform which card?",
            "plant.card": "Plant which card?", "take.card": "Take which card?", "combat.card": "Fight with which card?", "bid.card": "Bid which card?",
            "discard.card": "Discard which card?", "fight.card": "Attack with which card?", "answer.card": "Answer with which card?",
            "key.card": "Run with which card of the lifeboat's suit?", "switch.space": "Change places with the robot on which space?", "stone.space": "Lay the stone on which space?",
            "play.cab": "Play which cab?", "load.cab": "Load which cab?", "load.color": "Load which color?", "steal.cab": "Which of your cabs takes the passengers?",
            "steal.from": "Steal from which cab?",
        },
        /** By field, after the first pick of a list. */
        askedNext: {
            cells: "Which tile of the family comes next?", tiles: "Match it with which tile?", dice: "Roll which other dice?", pairs: "Roll which other pairs?",
            cards: "Play which other cards?",
        },
        /** For fields without a question of their own. */
        which: (/** @type {string} */ field) => `Which ${field}?`,
        whichOf: (/** @type {string} */ move, /** @type {string} */ field) => `${move} which ${field}?`,
        whichNext: (/** @type {string} */ field) => `Which ${field} comes next?`,
    },
    /** Types of moves, without their fields. */
    kinds: {
        accept: "Accept the damage",
        answer: "Answer",
        bid: "Bid",
        bounce: "Bounce",
        break: "Report the break",
        build: "Build",
        challenge: "Challenge",
        choose: "Choose",
        claim: "Claim",
        combat: "Combat",
        create: "Create",
        crossed: "Crossed",
        declare: "Declare",
        decline: "Decline",
        discard: "Discard",
        done: "Done!",
        draw: "Draw a card",
        eat: "Eat",
        end: "End your turn",
        enter: "Enter",
        fell: "Fell",
        fight: "Fight",
        flick: "Flick",
        fold: "Fold: drop out of the pot",
        foul: "Report a foul",
        give_up: "Give up",
        go: "Go",
        guest: "Guest",
        hush: "Hush: lay no chip",
        join: "Join the combat",
        keep: "Carry the food",
        key: "Key",
        lay: "Lay",
        lay_out: "Lay out",
        lay_stack: "Lay stack",
        leave: "Leave it at that",
        let: "Let it be",
        load: "Load",
        mark: "Mark",
        match: "Match",
        move: "Move",
        pass: "Pass",
        pay: "Pay",
        perform: "Perform",
        place: "Place",
        plant: "Plant",
        play: "Play",
        pop: "Pop",
        recruit: "Recruit",
        research: "Research: roll the four dice",
        rest: "Rest: shift nothing",
        restock: "Restock from the pile under you",
        roll: "Roll",
        scavenge: "Scavenge",
        settle: "Settle",
        shift: "Shift spirits",
        shot: "Report a shot",
        sing: "Sing: lay a chip on the spirit",
        slide: "Slide",
        stay: "Stay where you are",
        steal: "Steal",
        step: "Step",
        stone: "Stone",
        stop: "Stop",
        surprise: "Surprise the guest with your card",
        surrender: "Surrender",
        switch: "Switch",
        take: "Take",
        tip: "Tip",
        trade: "Trade",
        upgrade: "Upgrade",
        walk: "Walk",
        walk_on: "Walk on",
    },
    /** Moves as buttons, and in lists. Cards and pieces are named as in `values`, directions as in the names of the API. */
    moves: {
        answer: (/** @type {string} */ card) => `Answer with the ${card}`,
        attack: (/** @type {string} */ card, /** @type {number} */ seat) => `Attack seat ${seat} with the ${card}`,
        bid: (/** @type {string} */ card) => `Bid ${card}`,
        bounce: (/** @type {number} */ from, /** @type {number} */ to) => `Bounce from ${from} to ${to}`,
        build: (/** @type {number} */ face, /** @type {string} */ part) => `Build ${face} into the ${part}`,
        challenge: (/** @type {string} */ pairs, /** @type {number} */ count) => `Challenge: roll ${count === 1 ? "pair" : "pairs"} ${pairs} again`,
        changePlaces: (/** @type {number} */ space) => `Change places with the robot on ${space}`,
        character: (/** @type {number} */ speed, /** @type {number} */ power, /** @type {number} */ health) => `Speed ${speed}, Power ${power}, Health ${health}`,
        /** In Ten-Die Poker, before the pairs are chosen. */
        challengeFor: (/** @type {number} */ price) => `Challenge for ${counted(price, "chip")}`,
        /** The coins of a suit, flicked from the first or last tile of a track. */
        choose: (/** @type {string} */ suit, /** @type {string} */ end) => `Take the ${suit} and start from the ${end} tile`,
        claim: (/** @type {number} */ row) => `Claim row ${row}`,
        create: (/** @type {string} */ piece, /** @type {string} */ cell) => `Create a ${piece} on ${cell}`,
        /** The report of a real coin that crossed the whole track. */
        crossed: (/** @type {string} */ value) => `The ${value} coin crossed`,
        declare: (/** @type {string} */ army) => `Be the ${army}`,
        discard: (/** @type {string} */ card) => `Discard the ${card}`,
        eatCarried: "Eat the food you carry",
        eatFound: "Eat the food you found",
        enter: (/** @type {string} */ cell) => `Enter ${cell}`,
        /** The report of a real coin that fell from the track. */
        fell: (/** @type {string} */ value, /** @type {number} */ tile) => `The ${value} coin fell from tile ${tile}`,
        fight: (/** @type {number} */ seat, /** @type {string} */ dice) => `Fight seat ${seat} and roll ${dice}`,
        fightBy: (/** @type {string} */ attack, /** @type {number} */ seat) => `${attack} against seat ${seat}`,
        fightWithoutDice: (/** @type {number} */ seat) => `Fight seat ${seat} and roll none of yours`,
        flick: (/** @type {string} */ value, /** @type {string} */ direction, /** @type {number} */ tiles) => `Flick the ${value} coin ${direction}, ${tiles} tiles`,
        foul: (/** @type {string} */ foul) => `Foul: ${foul}`,
        foulSinking: (/** @type {string} */ foul, /** @type {string} */ balls) => `Foul: ${foul}, ${balls} sunk`,
        go: (/** @type {string} */ direction) => `Go ${direction}`,
        key: (/** @type {string} */ card) => `Run with the ${card}`,
        layChip: (/** @type {string} */ cell) => `Lay a chip on ${cell}`,
        /** A stone that marks a space. */
        layMarker: (/** @type {number} */ space) => `Lay the stone on ${space}`,
        layOut: (/** @type {string} */ side) => `Lay the ${side} stack above the mirror`,
        layStack: (/** @type {string} */ stack) => `Lay the ${stack}`,
        layStone: (/** @type {string} */ color, /** @type {string} */ space) => `Lay a ${color} stone on ${space}`,
        /** All stones of a color, into a cab, which is a card. */
        load: (/** @type {string} */ color, /** @type {string} */ cab) => `Load ${color} into the ${cab}`,
        mark: (/** @type {string} */ territory) => `Mark the ${territory}`,
        match: (/** @type {string} */ tile, /** @type {string} */ other) => `Match the ${tile} with the ${other}`,
        moveFromTo: (/** @type {string} */ from, /** @type {string} */ to) => `Move from ${from} to ${to}`,
        moveGuest: (/** @type {number} */ guest) => `Move guest ${guest}`,
        pay: (/** @type {string} */ coin) => `Pay the ${coin}`,
        /** In Ten-Die Poker; the amount is in chips. */
        payAndChallenge: (/** @type {number} */ amount, /** @type {string} */ pairs, /** @type {number} */ count) => `Pay ${amount}, roll ${count === 1 ? "pair" : "pairs"} ${pairs} again`,
        /** In Break the Bank, where each roll costs 5 chips. */
        payAndRoll: (/** @type {number} */ dice) => `Pay 5, roll ${counted(dice, "die", "dice")}`,
        payForTile: (/** @type {string} */ coin, /** @type {string} */ tile) => `Pay the ${coin} and take the ${tile} away`,
        perform: (/** @type {string} */ card) => `Perform ${card}`,
        place: (/** @type {string} */ cell) => `Place ${cell}`,
        placeCards: (/** @type {number} */ spot) => `Put the cards on spot ${spot}`,
        placeDie: (/** @type {string} */ top, /** @type {string} */ north) => `Put the die down with ${top} on top and ${north} to the north`,
        plant: (/** @type {string} */ card) => `Plant ${card}`,
        play: (/** @type {string} */ cards) => `Play ${cards}`,
        playInCombat: (/** @type {string} */ card) => `Play the ${card}`,
        /** Onto a fighter, which is a jack, queen or king. */
        playOnto: (/** @type {string} */ fighter, /** @type {number} */ seat) => `Play onto the ${fighter} of seat ${seat}`,
        playTo: (/** @type {string} */ card, /** @type {number} */ space) => `Play ${card} to ${space}`,
        pop: (/** @type {string} */ cells, /** @type {string} */ side, /** @type {string} */ direction) => `Pop ${cells} onto the ${side} stack and slide ${direction}`,
        recruit: (/** @type {number} */ face, /** @type {number} */ seat) => `Recruit a ${face} from seat ${seat}`,
        reportBreak: (/** @type {string} */ balls) => `Break: ${balls} sunk`,
        rollAll: "Roll all four dice",
        rollSome: (/** @type {string} */ suits) => `Roll the dice of ${suits}`,
        scavenge: (/** @type {string} */ builds) => `Scavenge: ${builds}`,
        /** One of the builds of `scavenge`. */
        scavenged: (/** @type {number} */ face, /** @type {string} */ part) => `${face} into the ${part}`,
        settle: (/** @type {string} */ corner) => `Settle in the ${corner}`,
        shift: (/** @type {number} */ spirits, /** @type {string} */ front, /** @type {string} */ direction, /** @type {number} */ spaces) =>
            `Shift ${spirits === 1 ? "the spirit" : `${spirits} spirits`} from ${front} ${direction} by ${counted(spaces, "space")}`,
        shot: (/** @type {string} */ balls) => `Shot: ${balls} sunk`,
        /** The ball that was named before the shot fell into the pocket that was named. */
        shotAsCalled: (/** @type {string} */ balls) => `Shot: ${balls} sunk, as called`,
        shotNotAsCalled: (/** @type {string} */ balls) => `Shot: ${balls} sunk, not as called`,
        shotTouching: (/** @type {string} */ balls, /** @type {number} */ contacts) => `Shot: ${balls} sunk, ${contacts} touched`,
        slide: (/** @type {string} */ cell) => `Slide ${cell}`,
        stealChip: (/** @type {number} */ seat) => `Steal a chip of seat ${seat}`,
        stealChipUnder: (/** @type {string} */ cell) => `Steal a chip from under ${cell}`,
        stealPart: (/** @type {string} */ part, /** @type {string} */ to) => `Steal the ${part} and build it into the ${to}`,
        /** From one cab into another; cabs are cards. */
        stealPassengers: (/** @type {string} */ from, /** @type {string} */ to) => `Steal from the ${from} into the ${to}`,
        step: (/** @type {string} */ cell) => `Step to ${cell}`,
        stopWith: (/** @type {string} */ card) => `Stop it with the ${card}`,
        /** In Break the Bank. */
        takeChips: (/** @type {number} */ chips) => `Take ${counted(chips, "chip")}`,
        takeCard: (/** @type {string} */ card) => `Take the ${card}`,
        takeDie: (/** @type {number} */ face) => `Take the die that shows ${face}`,
        throwPartAway: (/** @type {string} */ part) => `Steal the ${part} and throw it away`,
        tip: (/** @type {string} */ direction) => `Tip ${direction}`,
        trade: (/** @type {string} */ give, /** @type {string} */ take) => `Give the ${give} for the ${take}`,
        upgrade: (/** @type {string} */ skill) => `Pay 3 experience for 1 ${skill}`,
        walk: (/** @type {string} */ to) => `Walk to ${to}`,
        walkFromTo: (/** @type {number} */ from, /** @type {number} */ to) => `Walk from ${from} to ${to}`,
    },
    /** Words in the form that the texts of `moves` need. */
    inMoves: {
        /** The stacks of `layOut` and `pop`. */
        sides: { left: "left", right: "right" },
        /** The tiles of `choose`. */
        ends: { first: "first", last: "last" },
        parts: { head: "head", left_arm: "left arm", right_arm: "right arm", left_leg: "left leg", right_leg: "right leg" },
        balls: (/** @type {number} */ count) => (count === 0 ? "no ball" : counted(count, "ball")),
    },
    values: {
        yes: "yes",
        no: "no",
        seat: (/** @type {number} */ seat) => `seat ${seat}`,
        /** The suits of the piecepack. Arms are coats of arms. */
        suits: { S: "Suns", M: "Moons", C: "Crowns", A: "Arms" },
        /** The values of the piecepack that are no numbers. */
        named: { 0: "null", 1: "ace" },
        /** Tiles and coins of the piecepack by suit. */
        pieces: {
            S: (/** @type {string} */ value) => `${value} of Suns`,
            M: (/** @type {string} */ value) => `${value} of Moons`,
            C: (/** @type {string} */ value) => `${value} of Crowns`,
            A: (/** @type {string} */ value) => `${value} of Arms`,
        },
        /** The ranks of playing cards that are no numbers, and 10. */
        ranks: { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" },
        cards: {
            c: (/** @type {string} */ rank) => `${rank} of clubs`,
            d: (/** @type {string} */ rank) => `${rank} of diamonds`,
            h: (/** @type {string} */ rank) => `${rank} of hearts`,
            s: (/** @type {string} */ rank) => `${rank} of spades`,
        },
        joker: (/** @type {string} */ number) => `joker ${number}`,
        /** Colors of stones that moves write as letters. */
        colors: { r: "red", o: "orange", y: "yellow", g: "green", b: "blue", v: "violet", p: "pink", n: "brown", w: "white", k: "black" },
        fouls: {
            scratch: "scratch: the cue ball was pocketed or left the table", no_hit: "no hit: no object ball", wrong_contact: "wrong first contact",
            no_rail: "no rail: no ball reached a rail or a pocket", other: "another foul",
        },
    },
    /** Why what was pointed at on the board is no move. The first letter becomes a capital, and a full stop is added. */
    explanation: {
        /** The pieces that were pointed at, and the English rule that forbids the move. */
        rule: (/** @type {string[]} */ pointed, /** @type {string} */ rule) => `${pointed.join(", then ")}: ${rule}`,
        /** The hints are the ends of the sentences below. */
        marked: ": what can be chosen is marked",
        listed: ": your choices are under “Your move”",
        apart: (/** @type {string[]} */ pointed, /** @type {string} */ hint) => `${pointed.join(" and ")} do not go together${hint}`,
        nothing: (/** @type {string} */ what, /** @type {string} */ hint) => `no move with ${what} is possible now${hint}`,
        youAreHere: (/** @type {string} */ hint) => `you are here${hint}`,
        isHere: (/** @type {string} */ who, /** @type {string} */ hint) => `${who} is here${hint}`,
        youCannotGo: (/** @type {string} */ where, /** @type {string} */ hint) => `you cannot go to ${where} now${hint}`,
        cannotGo: (/** @type {string} */ who, /** @type {string} */ where, /** @type {string} */ hint) => `${who} cannot go to ${where} now${hint}`,
        you: "you",
        kinds: {
            adult: "adult", ball: "ball", card: "card", chips: "chips", coin: "coin", deck: "deck", die: "die", ghost: "ghost", guest: "guest", kid: "kid", man: "man",
            number: "number", pawn: "pawn", piece: "piece", sign: "sign", stone: "stone", stones: "stones", tile: "tile", token: "token",
        },
        /** A kind, or a tile or coin by its name. */
        piece: (/** @type {string} */ name) => `the ${name}`,
        pieceOfSuit: (/** @type {string} */ kind, /** @type {string} */ suit) => `the ${kind} of ${suit}`,
        pieceOn: (/** @type {string} */ kind, /** @type {string} */ place) => `the ${kind} on ${place}`,
        /** A coin that lies face down. */
        thisCoin: "this coin",
        stack: (/** @type {string} */ side) => `the ${side} stack`,
        number: (/** @type {string} */ number) => `number ${number}`,
    },
    /** The die that a player turns before it is put down. */
    die: {
        fromAbove: "The die, from above",
        onTop: (/** @type {string} */ value) => `On top: ${value}`,
        bringUp: (/** @type {string} */ value, /** @type {string} */ side) => `${value}, ${side}: bring it up`,
        turn: "↻ Turn the die clockwise",
        hint: "Point at a side to bring it up, and at ↻ to turn the die.",
    },
    flick: {
        title: "Your flick",
        hint: "Drag from the coin to where it should come to rest, or point at a tile, twice to flick. The hand is unsteady: it may end anywhere in the square.",
        byNumber: "Aim by number",
        coin: "Coin",
        direction: "Direction",
        strength: "Strength",
        slider: (/** @type {string} */ name) => `${name}, slider`,
        units: (/** @type {number} */ tile) => `Degrees clockwise from north; one tile is ${tile} strong.`,
        flick: (/** @type {string} */ value) => `Flick the ${value} coin`,
        again: "Flick on with the same aim",
    },
    /** The treasure of The Magic Bag. */
    magicBag: {
        title: "Your treasure",
        gold: (/** @type {string} */ values) => `Gold: Crowns ${values}`,
        noGold: "Gold: no Crowns",
        alone: (/** @type {string} */ artifact, /** @type {string} */ value) => `${artifact} ${value}: alone`,
        joined: (/** @type {string} */ artifact, /** @type {string} */ values, /** @type {number} */ count) => `${artifact} ${values}: ${count} joined`,
        bagIsEmpty: "The bag is empty: 10 times the values of the tiles left",
        sum: "Together",
        noneYet: (/** @type {string} */ artifact) => `${artifact}: none yet`,
        /** The values of an artifact, in groups that are joined. */
        groups: (/** @type {string} */ artifact, /** @type {string[][]} */ groups) => `${artifact}: ${groups.map((group) => group.join(" with ")).join("; ")}`,
    },
    score: {
        rooms: "Rooms",
        score: "Score",
        finalScore: (/** @type {Node} */ score) => ["Final score ", score],
        /** The score of the rooms that are over. */
        finishedRooms: (/** @type {Node} */ score) => ["Score of finished rooms ", score],
        currentRoom: (/** @type {Node} */ score) => ["Current room ", score],
    },
    endings: {
        /** What a room of Epic Funhouse sets up in the next one. */
        transitions: {
            "slide-jam": "Your stacks become the mirror.",
            "magic-mirror": "Your pairs become the catwalk.",
            catwalk: "What fell comes first on the floor of the next room.",
            "roll-out-the-barrels": "The same coins, turned face down, are the dummies.",
            "whack-a-dummy": "The coins that lie face up say where the adults stand.",
        },
        room: (/** @type {number} */ number, /** @type {number} */ score) => `Room ${number}: ${score}.`,
        perfectRoom: (/** @type {number} */ number, /** @type {number} */ score) => `Room ${number}: ${score}, perfect!`,
        givenUp: "Given up.",
        solved: (/** @type {string} */ score) => `Solved in ${score}!`,
        perfect: "Perfect!",
        best: "Your best of the games in this browser!",
        /** The text that a player shares, with `sameDeal` on the second line. */
        result: (/** @type {string} */ title, /** @type {string} */ score) => `${title}: ${score}`,
        perfectResult: (/** @type {string} */ title, /** @type {string} */ score) => `${title}: ${score}, perfect!`,
        sameDeal: (/** @type {string} */ link) => `The same deal for you: ${link}`,
        share: "Share",
        copied: "Your result is copied, with a link to the deal.",
        savePicture: "Save picture",
        pictureSaved: (/** @type {string} */ file) => `The picture is saved as ${file}.`,
        pictureFailed: "The picture could not be drawn. Check your internet.",
    },
    outcome: {
        won: (/** @type {string} */ name) => `${name} has won`,
        over: "The game is over",
        /** In a game with robots that have no seat. */
        noneWon: "A robot has won, and no seat has",
        shared: (/** @type {string} */ names) => `${names} share the first place`,
        youShare: (/** @type {string} */ names) => `You share the first place with ${names}`,
        youWon: "You won",
        youWonBy: (/** @type {number} */ yours, /** @type {number} */ best) => `You won, ${yours} to ${best}`,
        youLost: "You lost",
        youLostBy: (/** @type {number} */ best, /** @type {number} */ yours) => `You lost, ${best} to ${yours}`,
        /** With more than two seats. The place is one of `places`. */
        youLostAs: (/** @type {string} */ place, /** @type {number} */ seats) => `You lost, ${place} of ${seats}`,
        youLostAsBy: (/** @type {string} */ place, /** @type {number} */ seats, /** @type {number} */ best, /** @type {number} */ yours) =>
            `You lost, ${place} of ${seats}: ${best} to ${yours}`,
        places: ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"],
        /** Why the reader lost. */
        ahead: (/** @type {string} */ names, /** @type {number} */ points) => `${names} finished ${counted(points, "point")} ahead of you.`,
        /** Where the fewest points win. */
        below: (/** @type {string} */ names, /** @type {number} */ points) => `${names} finished ${counted(points, "point")} below you, and fewer are better.`,
        level: (/** @type {string} */ names) => `You have as many points as ${names}, and the rules for ties decided.`,
        columns: { place: "Place", who: "Who", toMove: "To move", points: "Points" },
    },
    /** The titles of showdowns, by the type of an event and one of its fields, whose value a function gets. */
    showdowns: {
        "revealed.cards": "The cards are turned up",
        "revealed.seeds": "The seeds are turned up",
        "revealed.bids": "The bids are turned up",
        "revealed.hands": "The hands are turned up",
        "showdown.hands": "Showdown",
        "compared.hands": "Showdown",
        "fought.strengths": "The cards are turned up",
        "pot_won.each": "The pot is won",
        "scored.points": "The round is over",
        "scored.seats": "The round is over",
        "round_over.points": "The round is over",
        "round_ended.round": "The round is over",
        "game_over.game": gameOver,
        "game_ended.number": gameOver,
    },
    log: {
        title: "What happened",
        events: "Events",
        nothing: "No moves yet.",
        /** The headings of the parts of a game. A hand is a deal of poker. */
        parts: {
            game: (/** @type {number} */ number) => `Game ${number}`,
            race: (/** @type {number} */ number) => `Race ${number}`,
            round: (/** @type {number} */ number) => `Round ${number}`,
            hand: (/** @type {number} */ number) => `Hand ${number}`,
        },
    },
    playback: {
        skip: "Skip",
        goOn: "Continue",
    },
    /** A finished game, move by move. */
    replay: {
        move: "Move",
        moves: "Moves",
        controls: "Watching",
        play: "Play",
        pause: "Pause",
        first: "First",
        back: "Back",
        next: "Next",
        last: "Last",
        deal: "The deal",
        at: (/** @type {number} */ number, /** @type {string} */ move) => `Move ${number}: ${move}`,
        count: (/** @type {number} */ number, /** @type {number} */ count) => `Move ${number} of ${count}`,
    },
    settings: {
        title: "Settings",
        movesOfOthers: "Moves of others",
        speeds: { slow: "Slow", normal: "Normal", fast: "Fast", instant: "Instant: nothing waits" },
        forced: "Auto-play forced moves",
        coordinates: "Coordinates on the board",
        sound: "Sound",
    },
    shortcuts: {
        title: "Keys",
        close: "Close",
        /** The name of each key, and what it does. Letters are the same in all languages. */
        keys: {
            tab: ["Tab", "to the board, and on to the choices"],
            arrows: ["Arrows", "over the board; with Shift, or where tiles slide, they go that way"],
            enter: ["Enter", "chooses what is pointed at"],
            escape: ["Esc", "clears the choice"],
            undo: ["u", "undoes a move"],
            redo: ["r", "redoes it"],
            hint: ["h", "shows a hint, then the move, where hints are offered"],
            coordinates: ["c", "shows or hides coordinates"],
            flick: ["f", "flicks on with the same aim"],
            deal: ["n", "deals a new game"],
            skip: ["s", "skips the moves of others, or continues"],
            help: ["?", "shows these keys"],
        },
    },
};

// Games of several people who share a screen.

export const hotseat = {
    saved: {
        title: "At this table",
        status: (/** @type {number} */ seats, /** @type {string} */ toMove) => `${seats} seats, ${toMove} to move`,
        /** The label of a button; `status` is the text above. */
        delete: (/** @type {string} */ game, /** @type {string} */ status) => `Delete ${game}, ${status}`,
        deleted: (/** @type {string} */ game) => `${game} is deleted.`,
        cannotSave: "This browser does not save games, and this one lives in it.",
        missing: "This game is no longer in this browser.",
    },
    setup: {
        allGames: "All games",
        ownScreens: (/** @type {(label: string) => Node} */ link) => ["Here people share this screen. ", link("Make a table"), " for players on screens of their own."],
        whoPlaysHint: "Players share this screen. It is covered between turns, so that no one sees another's hand.",
        realTableHint: "Names of the players, if you like. Play at your own table, and report here what happened.",
        person: "A person",
        needsPerson: "At least one seat is for a person.",
        deal: "Deal",
        optionsAndSeed: "Options and seed",
        seed: "Seed",
        credit: (/** @type {string} */ source, /** @type {string} */ designer) => `${source}, by ${designer}.`,
    },
    screen: {
        /** The passing of the screen to the next person. */
        pass: (/** @type {string} */ name) => `Pass the screen to ${name}`,
        areYouThere: (/** @type {string} */ name) => `${name}, are you there?`,
        passHint: (/** @type {string} */ name) => `Pass the screen to ${name}. Their view stays hidden until they confirm.`,
        isHere: (/** @type {string} */ name) => `${name} is here`,
        /** Instead of older moves in the log. */
        earlierMoves: "Moves before this visit are not listed.",
        noPlan: (/** @type {number} */ seat) => `The robot of seat ${seat} has no plan.`,
        tryAgain: "Try again",
        lowestTotal: (/** @type {number} */ total) => `Your lowest total is ${total}.`,
        playAgain: "Play again",
        deal: "This deal",
        dealOf: (/** @type {string} */ game, /** @type {number} */ seats) => `${game} with ${seats} seats.`,
        newGame: "New game",
    },
};

export const leaderboards = {
    pageTitle: (/** @type {string} */ game) => `${game}: leaderboard`,
    heading: "Leaderboards",
    noScores: "No scores yet.",
    none: "None yet.",
    /** Buttons for the earlier and later lines of a list. */
    before: "Before",
    more: "More",
    filters: {
        game: "Game",
        /** Groups of games. A third one is `seeds.computerHelp`. */
        chance: "Chance or hidden pieces",
        severalPlayers: "For several players",
        /** A room of Epic Funhouse, a game of several rooms. */
        room: "Room",
        wholeGame: "The whole game",
        seeds: "Seeds",
        time: "Time",
        periods: { all: "All time", month: "This month", week: "This week", day: "Today" },
        month: "Month",
        thisMonth: (/** @type {string} */ month) => `${month} (this month)`,
        show: "Show",
        bests: "Bests",
        runs: "Every run",
        averages: "Averages",
        otherOptions: "Played with other options",
    },
    /** How the seeds of runs were chosen. */
    seeds: {
        /** @type {Record<string, string>} */
        classes: { ranked: "Ranked", ranked_daily: "Ranked daily", drawn: "Random", daily: "Practice daily", chosen: "Custom seed", contest: "Contest" },
        /** @type {Record<string, string>} the same within a sentence or after a comma */
        words: { ranked: "ranked", ranked_daily: "ranked daily", drawn: "random", daily: "practice daily", chosen: "custom seed", contest: "contest" },
        /** The explanation of ranked leaderboards: these sentences follow each other, with `ownSeed` or `sameSeed`. */
        rankedGames: "Ranked: no one knows the deal in advance, and every score is verified.",
        proof: "The server deals and keeps these games, there is no undo, and once the seed is public anyone can verify them.",
        ownSeed: "Each table has a seed of its own.",
        sameSeed: "Everyone gets the same seed, which is published when the day is over. A player with a second account can learn the day's game with it; no service without identities can prevent that.",
        sameSeedOfRound: "In a contest everyone gets the same seed, which is published when the round is closed.",
        programs: "We can't rule out computer help.",
        /** The explanation of the other leaderboards. */
        open: "Random seeds are drawn by the server for one player. Anyone can play a custom seed. The seed of the practice daily is public when the day begins. With a known seed all chance can be computed ahead, and anyone can draw many deals, search them with a program, and play the best: these leaderboards show skill with tools. On the ranked leaderboards no one knew what came next.",
        /** A group of games, and the head of the next sentence. */
        computerHelp: "Computer help possible",
        computerHelpReason: "Everything is open after the deal, so a program can compute the best moves.",
    },
    /** The notes above a leaderboard. */
    board: {
        highWins: (/** @type {string} */ game) => `${game}: high scores win, then fewer moves.`,
        lowWins: (/** @type {string} */ game) => `${game}: low scores win, then fewer moves.`,
        lines: (/** @type {number} */ count) => `${counted(count, "entry", "entries")}.`,
        days: (/** @type {string} */ since, /** @type {string} */ until) => `From ${since} until ${until} (UTC).`,
        seed: (/** @type {string} */ seed) => `Seed ${seed}.`,
        unranked: "On these leaderboards undo is allowed, and moves can be computed ahead. Undos and hints are what the player reports; they cannot be verified.",
        /** Seeds are one of `seeds.words`. */
        caption: (/** @type {string} */ title, /** @type {string} */ seeds) => `${title}, ${seeds} seeds`,
    },
    columns: {
        rank: "Rank",
        player: "Player",
        score: "Score",
        points: "Points",
        moves: "Moves",
        /** The day. */
        received: "Submitted",
        mean: "Mean",
        games: "Games",
        game: "Game",
        month: "Month",
        played: "Played",
        won: "Won",
        meanPlace: "Mean place",
        /** The rating minus its margin. */
        atLeast: "At least",
        rating: "Rating",
    },
    /** Lines of tables, and captions. */
    entries: {
        sameAs: (/** @type {string} */ run) => `same as run ${run}`,
        watch: "Watch",
        watchRun: (/** @type {string} */ run) => `Watch run ${run}`,
        rankOf: (/** @type {number} */ rank, /** @type {number} */ count) => `${rank} of ${count}`,
        /** What players report, after a name or in `run.reported`. */
        undos: (/** @type {number} */ count) => (count === 0 ? "no undos" : counted(count, "undo")),
        hintsUsed: "hints used",
        noHints: "no hints",
        deletedPlayer: "deleted player",
        bestRuns: "Best runs",
        latestRuns: "Latest runs",
        /** Results of games with several players. */
        atTables: "At tables",
    },
    averages: {
        highWins: (/** @type {string} */ game) => `${game}: high means win.`,
        lowWins: (/** @type {string} */ game) => `${game}: low means win.`,
        players: (/** @type {number} */ count) => `${counted(count, "player")}.`,
        /** With the score of an abandoned game. */
        explanation: (/** @type {number} */ abandoned) => `The mean of all ranked games that a player started in the month (UTC), from 20 games on. Every started game counts: an unfinished one counts ${abandoned}, or its current score if that is worse. The list does not prove that a player used no program, or has only one account.`,
        none: (/** @type {string} */ month) => `No one has started 20 games in ${month} yet.`,
        finished: (/** @type {number} */ finished, /** @type {number} */ games) => (finished === games ? "all finished" : `${finished} finished`),
        caption: (/** @type {string} */ game, /** @type {string} */ month) => `${game}, averages of ${month}`,
        ofPlayer: "Averages of ranked games",
    },
    ratings: {
        pageTitle: (/** @type {string} */ game) => `${game}: ratings`,
        players: (/** @type {string} */ game, /** @type {number} */ count) => `${game}: ${counted(count, "player")}.`,
        explanation: (/** @type {number} */ listed) => `A rating (Glicko-2) compares players by their games against each other, and begins at 1500. It is listed from ${listed} different opponents on. For each pair of players, only one game per day (UTC) is rated. Robots do not count.`,
        order: "Players are ranked by their rating minus its margin: with 95% certainty, they are at least this strong. The list does not prove that a player used no program, or has only one account.",
        none: (/** @type {number} */ listed) => `No one has had ${listed} different opponents yet.`,
        played: (/** @type {number} */ games, /** @type {number} */ opponents) => `${counted(games, "game")}, ${counted(opponents, "opponent")}`,
        opponents: (/** @type {number} */ count) => counted(count, "opponent"),
        /** A rating that is not listed yet. */
        provisional: (/** @type {number} */ opponents, /** @type {number} */ listed) => `provisional: ${opponents} of ${listed} opponents`,
        caption: (/** @type {string} */ game) => `${game}, ratings`,
        ofPlayer: "Ratings",
    },
    /** What a player sees when a run is saved. */
    receipt: {
        saved: "Score verified and saved.",
        saveCode: (/** @type {(label: string) => Node} */ link) => ["Save your recovery code (see ", link("Profile"), ")."],
        noRank: "You have a better score: this one has no rank.",
        inContest: "It counts in the contest when the round is closed.",
        noRanksNow: "Its ranks are not available right now. See its leaderboards.",
        byRoom: "Room by room",
        sameAs: (/** @type {string} */ run) => `Run ${run} of another player is the same, apart from what does not affect the score.`,
        seeLeaderboard: "See the leaderboard",
        watch: "Watch it",
        /** Followed by the leaderboards in brackets: `rank 3 of 20 (all time, month)`. */
        rank: (/** @type {number} */ rank, /** @type {number} */ count) => `rank ${rank} of ${count}`,
        /** @type {Record<string, string>} */
        periods: { all: "all time", month: "month", week: "week", day: "today" },
        allRuns: "all runs",
        thisSeed: "this seed",
    },
    run: {
        title: (/** @type {string} */ run, /** @type {string} */ game) => `Run ${run} of ${game}`,
        /** Without a name if the player was deleted. */
        scoreBy: (/** @type {number} */ total, /** @type {string | undefined} */ name) => `Score ${total}, by ${name ?? "a deleted player"}.`,
        secret: (/** @type {string | undefined} */ until) =>
            `The moves of a daily run stay secret while others still play it. They are public ${until ? `on ${until}` : "when the day is over"}.`,
        secretOfRound: "The moves of a run of a contest stay secret until the round is closed.",
        deletedPlayer: "A deleted player",
        saved: (/** @type {string} */ game, /** @type {number} */ total, /** @type {string} */ date) => `${game}, score ${total}, saved on ${date}.`,
        /** A list of `entries.undos`, `entries.hintsUsed` and `entries.noHints`. */
        reported: (/** @type {string} */ report) => `Reported by the player: ${report}.`,
        /** With the name of the seed class in the API. */
        seed: (/** @type {string | undefined} */ seed, /** @type {string} */ seeds) => `Seed ${seed} (${seeds}).`,
        playOn: "Play on from here",
        share: "Page to share",
        /** The search for the move with which a run left the best line. */
        bestLine: "Where did it leave the best line?",
        searching: (/** @type {number} */ move) => `Searching, at move ${move}…`,
        onBestLine: (/** @type {number} */ total) => `It is as good as the best line that the computer found: ${total}.`,
        leftBestLine: (/** @type {number} */ number, /** @type {string} */ move, /** @type {number} */ before, /** @type {number} */ after) =>
            `Move ${number} left the best line: ${move}. ${before} was possible before it, ${after} after it.`,
        showMove: "Show the move",
        notProven: "The computer did not prove these totals: better lines may exist.",
    },
    /** The best score of a deal that is known, as in golf. */
    par: {
        /** Used within the next texts. */
        proven: (/** @type {number} */ par) => `par ${par}, proven`,
        found: (/** @type {number} */ par) => `par ${par}, found by the computer`,
        better: (/** @type {string} */ par) => `better than ${par}`,
        reached: (/** @type {string} */ par) => `reaches ${par}`,
        ofDeal: (/** @type {string} */ par) => `This deal: ${par}.`,
        /** Follow `ofDeal`. */
        runBetter: "This run is better.",
        runReached: "This run reaches it.",
        watch: "Watch the par",
        /** The page of the run that reaches the par. */
        title: (/** @type {string} */ run, /** @type {string} */ game) => `Par of run ${run} of ${game}`,
        playedBy: "Played by the computer, which sees what a player sees.",
    },
};

export const lessons = {
    /** The caption of a table of what scores how many points. */
    scoring: "Scoring",
    /** A link to the tutorial. */
    learnByPlaying: "Learn by playing",
    howToPlay: "How to play",
    fullRules: "Full rules",
    /** Words of the rules, which are in English. */
    poolTable: {
        label: "A pool table: the Head String is at a quarter of its length, with the Head Spot. The Center Spot is in the middle, the Foot Spot at three quarters.",
        headString: "Head String", headSpot: "Head Spot", centerSpot: "Center Spot", footSpot: "Foot Spot", headRail: "head rail", footRail: "foot rail",
    },
    rulesOf: (/** @type {string} */ title) => `Rules of ${title}`,
    rooms: (/** @type {(string | Node)[]} */ links) => ["Each room has rules of its own: ", ...links, "."],
    rulesVersion: (/** @type {number} */ version) => `Rules version ${version}.`,
    points: (/** @type {number} */ score) => counted(score, "point"),
    /** @type {Record<string, (score: number) => string>} games whose score is no number of points */
    scores: {
        "easy-slider": (score) => counted(score, "slide"),
    },
};

export const profile = {
    /** Of a link of an app: the app and its home page. */
    appAt: (/** @type {string} */ name, /** @type {Node} */ homePage) => [`${name}, `, homePage],
    cancel: "Cancel",
    toAccount: "Open your account",
    takeOver: {
        title: "Take over your player",
        heading: (/** @type {string} */ name) => `Take over ${name}?`,
        consequences: (/** @type {string} */ app) => `The player becomes yours, here and in every front end. ${app} can't play for you any more unless you allow it. You get a recovery code, which ${app} never sees. Earlier games stay on the boards of ${app}.`,
        takeOver: "Take over",
        signedInAs: (/** @type {string} */ name) => `This browser is signed in as ${name}. Sign out first, and then open the link again.`,
    },
    consent: {
        title: "Let an app play for you",
        heading: (/** @type {string} */ app) => `Let ${app} play for you?`,
        consequences: (/** @type {string} */ app) => `${app} can then play and read in your name. It can't rename or delete you.`,
        allow: "Allow",
        allowed: (/** @type {string} */ app) => `${app} can play for you`,
        undo: "You can end this in your account.",
        signInAs: (/** @type {string} */ name) => `Sign in as ${name} first, and then open the link again.`,
    },
    pageTitle: "Profile",
    playingSince: (/** @type {string} */ date) => `Playing since ${date}.`,
    bests: "Best runs",
    averages: "Averages of ranked games",
    averagesNote: "Every ranked game that was started in the month counts. From 20 games on, the average is on the board.",
    /** Results of games with several players. */
    records: "At tables",
    recordsNote: "Places are among all seats, robots included.",
    ratings: "Ratings",
    latest: "Latest runs",
    /** For someone who has no name yet. */
    welcome: {
        heading: "Choose a name",
        /** The token was revoked, or the player was deleted. */
        signedOut: "This browser was signed out, because its token is no longer valid.",
        lead: "No account needed to play. To be on a leaderboard, choose a name. No password or email.",
        useName: "Use this name",
        token: "Token",
        useToken: "Use a token from another browser",
        recoveryCode: "Recovery code",
        useRecoveryCode: "Use recovery code",
        signIn: "Sign in",
    },
    appearance: {
        heading: "Appearance",
        theme: "Theme",
        asSystem: "As the system",
        light: "Light",
        dark: "Dark",
        language: "Language",
        asBrowser: "As the browser",
        text: "Text",
        normal: "Normal",
        large: "Large",
        larger: "Larger",
    },
};

export const saved = {
    heading: "Continue",
    /** The fold with the other saved games. */
    more: (/** @type {number} */ count) => counted(count, "more game"),
    /** The score is a number with its unit, like `12 points`. */
    finished: (/** @type {string} */ score) => `Finished with ${score}, score not saved`,
    running: (/** @type {number} */ moves, /** @type {number} */ score) => `${counted(moves, "move")}, score ${score}`,
    /** The day of the latest move. */
    today: "today",
    /** Status is `finished` or `running`. */
    delete: (/** @type {string} */ title, /** @type {string} */ status) => `Delete ${title}, ${status}`,
    deleted: (/** @type {string} */ title) => `${title} is deleted.`,
    undo: "Undo",
};

export const solitaire = {
    /** A saved game that was deleted. */
    gone: "This game is no longer in this browser.",
    /** The buttons below the board. */
    tools: {
        /** Names the group for screen readers. */
        group: "The game",
        undo: "Undo",
        redo: "Redo",
        /** Shows the values of pieces that are face down. */
        peek: "Peek",
        link: "Link",
        linkToPosition: "Link to this position",
        linkIsCopied: "The link to this position is copied.",
        linkCopied: "Link copied",
        copyFromAddressBar: "Copy it from the address bar",
        new: "New",
        newGame: "New game",
        newWithOptions: "New game with other options",
        allKeys: "All keys",
        moves: (/** @type {number} */ count) => counted(count, "move"),
        moveOf: (/** @type {number} */ at, /** @type {number} */ count) => `Move ${at} of ${count}`,
    },
    saving: {
        submittedElsewhere: "This game was submitted in another tab.",
        notSaved: "This browser does not save your games. Bookmark this page to continue this one.",
        /** Status is `saved.finished` or `saved.running`. */
        dropped: (/** @type {string} */ title, /** @type {string} */ status) =>
            `This browser's store is full: ${title}, ${status}, the game that was played longest ago, was deleted to make room.`,
    },
    end: {
        over: "The game is over",
        again: "Play again",
    },
    submission: {
        save: "Save score",
        saveAs: (/** @type {string} */ name) => `Save score as ${name}`,
        submitted: "Submitted.",
        undos: (/** @type {number} */ count) => (count === 0 ? "No undos used; your score will show it." : `${counted(count, "undo")} used; your score will show it.`),
        undosUnknown: "Your score will not show how many undos were used, because the game did not start here.",
        hintsUsed: "Your score will show that you used hints.",
        noHints: "No hints used.",
    },
    /** Fold with the seed of the game. */
    deal: {
        summary: "This deal",
        seed: (/** @type {Node} */ seed) => ["Seed ", seed],
        version: (/** @type {number} */ rules) => `Rules version ${rules}. The same seed with the same options always gives the same deal.`,
        again: "Deal it again",
    },
    developers: {
        show: "For developers: moves as JSON",
        write: "Write a move as JSON",
        label: "The move, as the service's play takes it",
        play: "Play it",
        notJson: (/** @type {string} */ problem) => `This is not JSON: ${problem}`,
    },
    hints: {
        hint: "Hint",
        /** The label of a place on the board. */
        lookAt: (/** @type {string} */ place) => `Look at ${place}.`,
        notOnBoard: "The move is among the choices of “Your move”, not on the board.",
        pressAgain: "Press Hint again to see the move.",
    },
    /** The best possible play of a finished deal. Low scores win. Scores are numbers with their unit, like `12 points`. */
    best: {
        reached: (/** @type {string} */ score) => `The best possible: no play of this deal ends below ${score}. This is proven.`,
        missed: (/** @type {string} */ score) => `The best was ${score}: no play of this deal ends below that. This is proven.`,
        found: (/** @type {string} */ score, /** @type {string} */ least) => `The best play found ends with ${score}. A better one may exist, but none below ${least}.`,
        noBetter: (/** @type {string} */ least) => `No better play was found. One may exist, but none below ${least}.`,
        failed: (/** @type {string} */ problem) => `No analysis now: ${problem}`,
        watch: "Watch that play",
        stop: "Stop",
        move: (/** @type {number} */ at, /** @type {number} */ count, /** @type {string} */ move) => `Move ${at} of ${count}: ${move}.`,
    },
    /** The list of moves with the total that each leads to. */
    study: {
        summary: "Study: the value of each move",
        over: "The game is over, so no moves are left.",
        /** The total is a mean with its standard error, like `12.3 ± 0.4`. */
        mean: (/** @type {string} */ total, /** @type {number} */ futures) => `A strong player who goes on from here ends with ${total} on average, over ${futures} possible futures.`,
        higherMean: "The number of a move is the mean total after it; higher is better. Small differences can be luck.",
        lowerMean: "The number of a move is the mean total after it; lower is better. Small differences can be luck.",
        best: (/** @type {number} */ total) => `The best total that can still be reached is ${total}. This is proven.`,
        bestFound: (/** @type {number} */ total, /** @type {number} */ least) => `The best total found is ${total}. A better one may exist, but none below ${least}.`,
        bestNote: "The number of a move is the best total after it; lower is better. Where a range is shown, the best total lies in it.",
        bounds: (/** @type {number} */ least, /** @type {number} */ most) => `${least} to ${most}`,
        /** Stand in place of the number of a move. */
        notValued: "not valued",
        noRank: "no rank",
    },
};

export const statistics = {
    heading: "Statistics",
    finishedHere: "Finished in this browser",
    stayHere: "Statistics stay in this browser.",
    savedAs: (/** @type {string} */ name) => `Scores saved as ${name}`,
    newestRuns: (/** @type {number} */ count) => `The newest ${count} runs.`,
    none: "None yet.",
    forget: "Forget these",
    forgotten: "The statistics of this browser were deleted.",
    undo: "Undo",
    /** The figures of one game; the labels stand above numbers. */
    card: {
        finished: "Finished",
        best: "Best",
        mean: "Mean",
        solved: "Solved",
        /** Number of games with the best possible score. */
        perfect: "Perfect",
        /** Above `streak.best` or `streak.current`. */
        daily: "Daily",
        last: (/** @type {string} */ scores) => `Last: ${scores}`,
        /** In the list of the latest scores. */
        givenUp: "given up",
        lost: "lost",
    },
    /** The figures of one game in one line, joined by dots: `Finished here 3 times · best 12 · mean 14.5`. */
    line: {
        finished: (/** @type {number} */ count) => `Finished here ${count === 1 ? "once" : `${count} times`}`,
        best: (/** @type {number} */ score) => `best ${score}`,
        mean: (/** @type {number} */ score) => `mean ${score}`,
        solved: (/** @type {number} */ count) => `solved ${count}`,
        perfect: (/** @type {number} */ count) => `perfect ${count}`,
        /** The streak is `streak.best` or `streak.current`. */
        daily: (/** @type {string} */ streak) => `daily ${streak}`,
    },
    /** Daily games on consecutive days. */
    streak: {
        none: "Finish a daily game on its day, and on the next, for a streak.",
        ended: (/** @type {number} */ best) => `No streak of daily games now; the longest streak is ${counted(best, "day")}.`,
        withToday: (/** @type {number} */ current, /** @type {number} */ best) =>
            `Daily games on ${counted(current, "day")} in a row, today's included; the longest streak is ${counted(best, "day")}.`,
        withoutToday: (/** @type {number} */ current, /** @type {number} */ best) =>
            `Daily games on ${counted(current, "day")} in a row: finish one before midnight (UTC) to go on; the longest streak is ${counted(best, "day")}.`,
        best: (/** @type {number} */ best) => `at best ${counted(best, "day")} in a row`,
        current: (/** @type {number} */ current, /** @type {number} */ best) => `${counted(current, "day")} in a row, at best ${best}`,
    },
    calendar: {
        caption: "Daily games of the last weeks",
        /** From Monday on. */
        weekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"],
        finished: "finished",
        notFinished: "not finished",
    },
};

export const tables = {
    you: "You",
    seats: "Seats",
    theSeats: "The seats",
    /** The name of a player, who may say that they are a program. @type {(player: { name: string, bot?: boolean }) => string} */
    nameOf: ({ name, bot }) => (bot ? `${name} (bot)` : name),
    yourTurn: "Your turn",
    /** The same as a sentence, in notifications and for screen readers. */
    itIsYourTurn: "It is your turn.",
    /** Next to the link to the tables, on every screen. */
    yourTurns: (/** @type {number} */ count) => `Your turn at ${counted(count, "table")}`,
    /** Remaining times, and the time for a move. */
    clock: {
        daysLeft: (/** @type {number} */ count) => `${count} days left`,
        hoursLeft: (/** @type {number} */ count) => `${count} hours left`,
        minutesLeft: (/** @type {number} */ count) => `${count} minutes left`,
        /** The time in minutes and seconds, such as `4:05`. */
        left: (/** @type {string} */ time) => `${time} left`,
        days: (/** @type {number} */ count) => counted(count, "day"),
        hours: (/** @type {number} */ count) => counted(count, "hour"),
        minutes: (/** @type {number} */ count) => counted(count, "minute"),
        seconds: (/** @type {number} */ count) => `${count} seconds`,
    },
    lobby: {
        title: "Tables",
        lead: "Live games that the server deals and keeps. Each player sees only their own hand, no one knows what comes next, and anyone can verify the game afterwards.",
        yours: "Your tables",
        waits: (/** @type {number} */ taken, /** @type {number} */ seats) => `Waits: ${taken} of ${seats} seats taken`,
        waitingForOpponent: "Waiting for opponent",
        open: "Open games",
        noneOpen: "No open games right now. Make a table and list it to find players.",
        /** `players` are joined names, and the next two texts. `pace` is a time such as `5 minutes`. */
        openTable: (/** @type {number} */ open, /** @type {number} */ seats, /** @type {string} */ players, /** @type {string} */ pace) =>
            `${open} of ${seats} seats open · with ${players} · ${pace} a move`,
        deletedPlayer: "a deleted player",
    },
    now: {
        title: "Play someone now",
        search: "Find opponents",
        rated: "Rated: opponents are not at your own address",
        /** Robots play after some seconds. */
        robots: (/** @type {number} */ seconds) => `Play robots if no one comes within ${seconds} seconds`,
        searching: "Looking for opponents. The game starts when they are found.",
        cancel: "Cancel",
        ended: "The search has ended. Start it again.",
    },
    form: {
        title: "Make a table",
        game: "Game",
        whoPlays: "Who plays",
        whoPlaysHint: "Anyone with the link can take an open seat. Seats are assigned at random.",
        /** One of those who play, before seats are assigned. */
        player: (/** @type {number} */ number) => `Player ${number}`,
        openSeat: "Open seat",
        pace: "Time for a move",
        paceHint: "On timeout a robot moves for you; after three in a row it takes over.",
        list: "List it here while it waits for players",
        approve: "I approve who sits down",
        rated: "Rated, if you play with other players",
        options: "Options",
        create: "Make this table",
        chooseName: "To sit at a table, choose a name. No password or email.",
        useName: "Use this name",
        openRankedGame: "You have an open ranked game with the same options. Finish it or give it up first.",
        continueRankedGame: "Continue that game",
    },
    waiting: {
        openSeats: (/** @type {number} */ count) => (count === 1 ? "One seat is open" : `${count} seats are open`),
        rules: (/** @type {string} */ game, /** @type {string} */ pace) => `${game} starts when all seats are taken. Seats are assigned at random. Each player has ${pace} for a move.`,
        rated: "The result counts for ratings.",
        casual: "The result does not count for ratings.",
        open: "Open",
        deletedPlayer: "A deleted player",
        you: (/** @type {string} */ name) => `${name} (you)`,
        sitDown: "Sit down",
        askForSeat: "Ask for a seat",
        asked: "You asked for a seat. The player who created the table has not answered yet.",
        withdraw: "Withdraw",
        requests: "Players who ask for a seat",
        approve: "Approve",
        approvePlayer: (/** @type {string} */ name) => `Approve ${name}`,
        refuse: "Refuse",
        refusePlayer: (/** @type {string} */ name) => `Refuse ${name}`,
        remove: "Remove",
        lastSeatTaken: "The last seat was taken.",
        link: "The link for others",
        copyLink: "Copy the link",
        copied: "The link is copied.",
        copyByHand: "Copy it from the field.",
        /** The button that gives the open seats to robots. @type {(count: number) => string} */
        seatRobots: (count) => (count === 1 ? "Give it to a robot" : "Give them to robots"),
        leave: "Leave",
    },
    seatNames: {
        deletedPlayer: (/** @type {number} */ seat) => `Deleted player ${seat}`,
        open: "Open seat",
        /** The name of a player who has left. */
        left: (/** @type {string} */ name) => `${name}, left`,
        /** In place of a time. */
        toMove: "to move",
    },
    turn: {
        waiting: "Waiting for players",
        /** `seats` are the names of one or several seats. */
        toMove: (/** @type {string} */ seats) => `${seats} to move`,
        ranked: (/** @type {number} */ moves) => `Ranked, ${counted(moves, "move")}`,
        rankedDaily: (/** @type {number} */ moves) => `Ranked daily, ${counted(moves, "move")}`,
        rankedDailyOf: (/** @type {string} */ day, /** @type {number} */ moves) => `Ranked daily of ${day}, ${counted(moves, "move")}`,
        contest: (/** @type {number} */ round, /** @type {number} */ moves) => `Contest, round ${round}, ${counted(moves, "move")}`,
    },
    /** The title of the tab, which begins with the most important part. */
    pageTitle: {
        waiting: (/** @type {string} */ game, /** @type {number} */ taken, /** @type {number} */ seats) => `${taken} of ${seats} seated: ${game}`,
        yourTurn: (/** @type {string} */ game) => `Your turn: ${game}`,
        over: (/** @type {string} */ game) => `Over: ${game}`,
    },
    screen: {
        title: (/** @type {string} */ game) => `${game}, a table`,
        /** The buttons that skip the moves of others. */
        skip: "Skip",
        skipToTurn: "Skip to my turn",
        watching: (/** @type {number} */ count) => `${count} watching`,
        lowTime: "Less than half a minute left for your move.",
        connectionLost: "Connection lost. Your game is safe. Reconnecting…",
        staleMove: "Another player moved first, so your move was not made. Look at the board and choose again.",
        /** After the service's database lost what had happened last. */
        lostMoves: (/** @type {number} */ moves) => `The service lost the last moves of this game. It continues from move ${moves}.`,
        lostChanges: "The service lost the last changes of this table.",
        lost: "This table no longer exists: no one joined it in time, or the service lost it.",
        invalidToken: "This browser's token is no longer valid. See Profile.",
        leftEarly: "Games were left early by you or from your address. You can take another seat later.",
    },
    /** Sentences of the log, for a player whose time was up. */
    timeUp: {
        you: "Time was up for you, and the robot moved.",
        player: (/** @type {string} */ name) => `Time was up for ${name}, and the robot moved.`,
    },
    chat: {
        title: "Chat",
        phrases: {
            hello: "Hello!",
            good_luck: "Good luck!",
            nice_move: "Nice move!",
            well_played: "Well played!",
            good_game: "Good game!",
            thanks: "Thanks!",
            oops: "Oops!",
            sorry: "Sorry!",
            one_moment: "One moment, please.",
            take_your_time: "Take your time.",
            rematch: "Rematch?",
            bye: "Goodbye!",
        },
        muteAll: "Mute everyone",
        mute: (/** @type {string} */ name) => `Mute ${name}`,
        tooOften: "That was a lot at once. Wait a few seconds.",
    },
    tools: {
        autoDecline: "Auto-decline",
        autoDeclineHint: "When all players are asked to react, answers no for you after 3 seconds. Only you see this.",
        giveUp: "Give up",
        giveUpNow: "Give up now",
        playOn: "Play on",
        hint: "Hint",
        noUndo: "There is no undo at tables.",
        noUndoNoHints: "There is no undo at tables. Ranked games have no hints, so that scores compare players.",
        noUndoNoHintsInContest: "There is no undo and no hint in a contest, so that scores compare players.",
    },
    givingUp: {
        rankedDaily: "The game ends. The game of the day can be played once.",
        contest: "The game ends as unfinished. A round can be played once.",
        ranked: "The game ends as unfinished. In your average of the month it counts as abandoned, or its current score if that is worse.",
        endsGame: "The game ends, and you finish last.",
        robotTakesOver: "A robot takes over; you finish last.",
        /** Added before a third of the usual length. */
        early: "It is early: no one wins by it, and if you do it again, you wait before you take the next seat.",
    },
    notices: {
        setting: "Notify me of my turn while this tab is in the background",
        refused: "The browser does not allow notifications of this site.",
        over: "The game is over.",
    },
    end: {
        youLost: "You lost",
        wasGivenUp: "The game was given up",
        withoutResult: "No result",
        setBack: "This game ended without a result: the service lost its last moves after they had been seen. It counts for no ranking.",
        goneAreLast: "Players who gave up or left are placed last.",
        ratings: "Ratings",
        rematch: "Rematch",
        joinRematch: "Join the rematch",
        watchAgain: "Watch it again",
        anotherTable: "Another table",
        /** The headings of ranked games. */
        over: "The game is over",
        givenUp: "Given up",
        timeWasUp: "Time was up",
        noRank: "It has no rank.",
        noRankUnfinished: "It has no rank, and counts as unfinished in the average of its month.",
        leaderboard: "See the leaderboard",
        watch: "Watch it",
        notFinished: "It counts as not finished.",
        otherDailies: "The other games of the day",
        toContest: "To the contest",
        anotherRanked: "Play another ranked game",
        seedLater: (/** @type {string | undefined} */ day) => `The seed is published when the day is over (${day}). Then this game can be checked here.`,
        seedOfRoundLater: (/** @type {string} */ when) => `The seed is published when the round is closed, ${when}. Then this game can be checked here.`,
        /** The title of a game in a shared result. */
        dailyGame: (/** @type {string} */ game, /** @type {string | undefined} */ day) => `${game}, daily game of ${day}`,
    },
    /** The reader's rating after a game. A rating can be followed by its change, as in `1520 (+20)`. */
    ratings: {
        own: (/** @type {number | string} */ rating) => `Your rating: ${rating}.`,
        provisional: (/** @type {number | string} */ rating) => `Your rating: ${rating}, provisional until you have had 10 different opponents.`,
        unchanged: (/** @type {number | string} */ rating) => `Your rating: ${rating}, unchanged: for each pair of players, only one game per day (UTC) is rated.`,
    },
    facts: {
        title: "This table",
        fair: "Fair ✓",
        /** `pace` is a time such as `5 minutes`. */
        fairness: (/** @type {string} */ pace) =>
            `The server deals and keeps this game. No one knows what comes next. When it is over, the seed is public and anyone can verify the game. Each player has ${pace} for a move; on timeout a robot moves.`,
        commitment: (/** @type {Node} */ hash) => ["SHA-256 of the seed, published from the start: ", hash],
        rules: (/** @type {number} */ version) => `Rules version ${version}.`,
        /** The link to the same game without a table. */
        notAtTable: (/** @type {string} */ game) => `${game}, not at a table`,
    },
    check: {
        button: "Check this game",
        onServer: "Check on the server",
        oneMoment: "One moment…",
        found: "What the check found",
        /** One result of the check, for screen readers. */
        holds: (/** @type {string} */ sentence) => `Holds: ${sentence}`,
        fails: (/** @type {string} */ sentence) => `Does not hold: ${sentence}`,
        /** The hash follows these four. */
        matchesSaved: "The seed hashes to the commitment that this browser saved during the game. SHA-256: ",
        matchesReported: "The seed hashes to the commitment that the server reports (this browser did not save it during the game). SHA-256: ",
        differsFromSaved: "The seed hashes to something other than the commitment that this browser saved during the game. SHA-256: ",
        differsFromReported: "The seed hashes to something other than the commitment that the server reports (this browser did not save it during the game). SHA-256: ",
        legal: (/** @type {number} */ moves) => `Replayed with that seed, all ${moves} moves are legal.`,
        illegal: (/** @type {number} */ number) => `Replayed with that seed, move ${number} is illegal.`,
        sameResult: "The result is what the table reports, to the end of the game.",
        sameResultUnfinished: "The result is what the table reports; the game was not played to its end.",
        /** Before the results of the check, if the service lost moves. */
        setBack: "The check covers the moves that the service still has, not those that it lost.",
        otherResult: "The result is not what the table reports.",
        replayedHere: (/** @type {Node} */ digest) => ["Replayed in this browser, with the rules of digest ", digest, "."],
        replayedByServer: (/** @type {Node} */ digest) => ["Replayed by the server, with the rules of digest ", digest, "."],
        httpsOnly: "This browser can verify only on pages served over https.",
        seedLater: "The seed is published when the day or the round is over. Come back then.",
    },
    replay: {
        title: (/** @type {string} */ game) => `${game}, move by move`,
        back: "To the table",
        notYet: "Games of tables with several seats can be watched here when they are over.",
        result: "The result",
        /** A move without events; `seat` is the name of a seat, such as `You (seat 2)`. */
        moves: (/** @type {string} */ seat) => `${seat} moves.`,
    },
    /** The notice that a ranked daily game is secret until its day is over, or a game of a contest until its round is closed. */
    secret: {
        title: (/** @type {string} */ game, /** @type {string} */ day) => `${game}: the ranked game of ${day}`,
        reason: (/** @type {string} */ day) => `Only its player can see it until the day is over (${day}), because everyone gets the same deal.`,
        playIt: "Play it yourself",
        titleOfRound: (/** @type {string} */ game, /** @type {number} */ round) => `${game}: round ${round} of a contest`,
        reasonOfRound: "Only its player can see it until the round is closed, because everyone gets the same deal.",
    },
};

export const tutorials = {
    title: (/** @type {string} */ game) => `Learn ${game}`,
    missing: "There is no tutorial for this game.",
    /** Before the text of a step. */
    step: (/** @type {number} */ number, /** @type {number} */ count) => `Step ${number} of ${count}.`,
    /** Added after the last move of a tutorial. */
    end: "You know how it goes. Now play a game of your own.",
    thisStep: "This step",
    tools: "The tutorial",
    back: "Back",
    skip: "Skip tutorial",
    /** The button that makes the move of the step. */
    showMe: "Show me",
    next: "Continue",
    rules: "Full rules",
    playNow: "Play now",
    /** Describes a marked button to screen readers. */
    marked: "hint",
    /** The answer to a legal move other than the marked one. */
    otherMove: (/** @type {Node} */ move) => ["That is possible too. In this lesson, the marked move comes next: ", move, "."],
};

/** @type {Record<string, string>} names of the API whose words differ from the name */
export const names = {};
