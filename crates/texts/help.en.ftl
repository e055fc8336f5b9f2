# Help of the commands, as it stands in the code: the French is found by these words.

help-add-games-file = Add the games to this file as records, and leave out those that are there
help-add-quadrants-your = Add quadrants of your own
help-address-web-at = The address of the web at which others find the server
help-begin-at-position = Begin at this position, in the game's notation, instead of the start
help-begin-three-games = Begin three games of four as games of this folder of WTHOR files begin
help-begin-with-first =
    Begin with the first game in this file, as damier play and damier duel save it, or of a kind that `damier
    games list` reads
help-believe-proxy-front = Believe a proxy in front of the server when it says where requests come from
help-black-player-who =
    Black is the player who moves first. Moves are written as everywhere else in damier, in any case; a pass may
    be called pass. time_settings and time_left set a clock, which goes before --time.
help-board-all-games = The board of all games, as for other commands; one for each pair otherwise
help-board-as-for = The board, as for --board of other commands
help-check-quadrants-somebody = Check quadrants that somebody has drawn
help-commands-are-read = Commands are read from the input and answered on the output until it ends or a command says so.
help-count-by-first = Count by first move, one a line, before the total
help-count-move-sequences = Count the move sequences of a given length
help-do-not-look = Do not look into the opening book
help-draw-all-random = Draw all that is random from this number: the board, who begins, the computers' choices
help-draw-board-box = Draw a board of the box at random
help-either = Either
help-end-after-so = End after so long, with the bounds that are known by then
help-end-after-so-long = End after so long, with the games that are done by then
help-end-after-so-long-with = End after so long, with what is done by then
help-end-program-if = End the program if its data cannot be opened again for so many seconds
help-engine-plays-itself =
    The engine plays itself, half of the games on the board and half on its half turn; the verdict is about the
    board as it lies, with the first player at its top. Where a solver can tell who wins, as in Isolation by the
    mutual rules, that is the answer and nothing is played. The same command gives the same answer, on any number
    of threads.
help-every-fiftieth-game =
    Every fiftieth game is left out, to be tested on. The same games, seed and settings give the same weights,
    which are saved after every pass.
help-every-position-with =
    Every position with so many discs is solved, mirror images once, and each score is added to the file as a
    line: the moves and the score. The same command goes on where the last one ended. When all are there, --pack
    writes the book that the program is built with; the scores of positions with fewer discs follow from those.
help-every-tenth-game =
    Every tenth game is kept out of the fit, to test it with. The loss is the mean surprise of the results, in
    nats: 0.693 for who knows nothing.
help-file-games = The file of the games
help-file-games-which = The file of the games, to which new ones are added
help-file-output-otherwise = The file; the output otherwise
help-file-scores-which = The file of the scores, to which new ones are added
help-file-takes-its =
    The file takes its name once it is complete. One that is no record file is not written over without --force,
    and on a terminal you are asked before any is.
help-file-weights = The file of the weights
help-file-what-typed = The file; - is what is typed or piped
help-files-any-kind = The files, of any kind that `damier games list` reads; - is the input
help-files-games = The files of the games
help-files-games-generate = Files of games that `generate` made
help-files-games-generate-made = Files of games that `generate` made; every fiftieth is looked at
help-files-input = The files; - is the input
help-find-out-who = Find out who wins, but not how soon
help-find-out-who-wins = Find out who wins, but not how soon: the score is 1, 0 or -1
help-finished-game-has = A finished game has no successors. Repetition, limits on moves and swap are not applied.
help-fit-weights-games = Fit the weights to games
help-fit-weights-positions = Fit weights to the positions of games
help-five-board-games = Five board games: Connect Four, Othello, Katarenga, Congress and Isolation
help-folder-page-s = The folder of the page's data, where your own quadrants are
help-folder-where-games = The folder where the games are
help-folder-where-games-are = The folder where the games are kept
help-folder-wthor-files = A folder of WTHOR files, of which every 68th game is looked at
help-for-how-long = For how long
help-for-people = For people
help-for-programs-one = For programs: one JSON object a line
help-forget-games-analyses = Forget games, analyses and quadrants that nobody has changed for so many days; none otherwise
help-give-each-network = Give each network of visitors so many times the usual limits: for schools behind one address
help-let-visitors-store = Let visitors store nothing new once so many GiB are stored in all
help-four-quadrants-as =
    Four quadrants as in 'A Bf+90 C+180 mine' (f is flipped, then turned clockwise; your own by their names),
    seed:N, or eight rows YBGR…/…; drawn at random otherwise, in the games whose boards differ
help-four-quadrants-top =
    Four quadrants (top left, top right, bottom left, bottom right; f is flipped, then turned clockwise; your own
    by their names), seed:N, or eight rows
help-four-rows-from = Four rows from the top in the letters Y G B R, with a name before if you like
help-from-how-many = From how many empty squares on play is perfect
help-from-how-many-empty = From how many empty squares on positions are searched to the end
help-game-by-name = The game, by a name that `damier --help` lists
help-game-by-name-damier = The game, by a name that `damier --help` lists; all of them otherwise
help-game-connect-four = The game: connect-four
help-game-katarenga-congress = The game: katarenga, congress or isolation
help-games-are-file =
    Games that are in the file are not played again. A line is First's score, the number of random moves at the
    beginning, the start, the moves and the values of those that are not random, with tabs between.
help-games-are-made =
    Games are made first, by the engine against itself; then weights are fitted to the positions in them, and
    tested on games that were left out. docs/training-othello.md tells the whole story.
help-games-are-played = Games are played in pairs from the same opening on a random board, the two changing seats.
help-games-are-played-pairs =
    Games are played in pairs from the same opening, the players changing seats. The same command plays the same
    games, on any number of threads, unless --time bounds them. Ctrl-C stops it and tells the score so far; with
    --save, the same command goes on where it stopped.
help-games-are-written =
    Games are written as `damier play` saves them, one after the other in one file. Read are such files, and those
    of other programs: of Othello GGF, WTHOR and OBF.
help-games-cannot-be =
    Games that cannot be read are told and left out, and the exit status is 1. The names of players and
    tournaments in files beside those of WTHOR (.jou, .trn) are found by themselves in the same folder, or may be
    named. A file that is no record file is not written over without --force, and on a terminal you are asked
    before any is.
help-give-one-your = Give one of your own quadrants another name
help-give-your-own = Give your own quadrants out, as lines or as JSON
help-go-on-with = Go on with a stored game: the one whose id begins so, or one of the unfinished ones
help-greatest-depth = The greatest depth
help-how-deep-moves = How deep moves are searched
help-how-far-heads = How far the heads of the network move at first
help-how-far-rows = How far the rows of patterns move at first
help-how-many-clients = How many clients follow the list of public games
help-how-many-discs = How many discs the deepest positions have
help-how-many-games = How many games are played at once
help-how-many-games-are = How many games are played at the same time; as many as there are processors otherwise
help-how-many-games-file = How many games the file will have in the end
help-how-many-games-play = How many games to play
help-how-many-games-play-at = How many games to play at a time; one for each processor otherwise
help-how-many-games-play-at-most = How many games to play, at most
help-how-many-games-play-on = How many games to play on a board
help-how-many-games-there = How many games there should be
help-how-many-games-two = How many games, two from each opening
help-how-many-moves = How many moves a second each game has; 0 for as many as it can
help-how-many-moves-deep = How many moves deep to search
help-how-many-moves-sequences = How many moves the sequences have
help-how-many-positions = How many positions are searched at a time; as many as there are processors otherwise
help-how-many-positions-are = How many positions are searched, evenly chosen
help-how-many-positions-are-solved = How many positions are solved at the same time; as many as there are processors otherwise
help-how-many-positions-look = How many positions to look at for a move
help-how-many-random =
    How many random moves games begin with, or a file with the moves of an opening on each line; otherwise as many
    as give a thousand different openings
help-how-many-threads = How many threads search
help-how-many-threads-search = How many threads search: 1 otherwise, and 2 to compare with where --time is given
help-how-many-threads-search-as = How many threads search; as many as there are processors otherwise
help-how-many-threads-think = How many threads think [default: one less than there are processors]
help-how-many-threads-think-one = How many threads think; one for each processor otherwise
help-how-much-sample = How much of a sample's label is what the search thought; the rest is the result of the game
help-how-often-every = How often every position is looked at
help-how-often-every-position = How often every position is seen
help-how-say-what = How to say what happens: for people or for programs
help-how-strongly-rows = How strongly rows are drawn to nothing
help-if-game-cannot =
    If a game cannot be read, none is stored. Everything in a file is kept: dates, clocks, comments, variations
    and how a game ended. An import that was interrupted goes on when it is repeated. A server may use the folder
    at the same time.
help-its-name = Its name
help-its-name-afterwards = Its name afterwards
help-judge-only-best = Judge only the best moves, so many, and these more deeply
help-keep-all-games = Keep all games elsewhere, and bring games in
help-keep-games-folder = Keep games in this folder
help-keep-games-settings = Keep games and settings in this folder
help-last-line-each = The last line of each can be given to add.
help-last-line-printed = The last line printed can be given to --board.
help-learn-from-games = Learn from the games of this folder of WTHOR files too
help-learn-weights-terms = Learn the weights of the terms of an estimate
help-learn-what-engine = Learn what an engine knows from its own games
help-learn-what-patterns = Learn what the patterns of Othello are worth
help-leave-out-moves = Leave out the moves that cannot change the result
help-let-engine-play = Let the engine play games against itself to learn from
help-let-engine-play-itself = Let the engine play itself, and add the games to a file
help-let-new-weights = Let new weights play the engine's own
help-let-nobody-look = Let nobody look at more positions than this for a move
help-let-nobody-think = Let nobody think longer than this for a move
help-let-other-programs = Let other programs use an engine
help-let-others-on = Let others on the local network in, and say where they find it
help-let-two-players = Let two players play many games, and say which is stronger
help-limits-hold-together = Limits hold together; without any, three seconds are the limit. Ctrl-C tells what is known so far.
help-list-games-files = List the games of files, of any kind
help-list-legal-moves = List the legal moves, one a line
help-list-positions-worth = List positions worth a look
help-look-at-no = Look at no more positions than this
help-look-at-one = Look at one of them
help-look-at-position = Look at the position after the first N moves, not the last
help-look-no-deeper = Look no deeper than so many moves
help-look-over-whole = Look over the whole game: what each move was worth, the mistakes, and why
help-look-so-many = Look so many moves ahead [default: 2]
help-make-opening-book = Make the opening book of a game that can be solved
help-measure-boards-seeds = Measure the boards of the seeds 1 to N
help-measure-how-fair = Measure how fair a board is
help-measure-how-far = Measure how far deep searches stray from shallow ones, for the cuts of the search
help-measure-search-one = Measure the search of one game or of all
help-measure-server-many = Measure the server: many games at once between robots
help-moves-so-far = The moves so far, apart or run together: 4 4 5 3, 4,4,5,3 or 4453; a pass is -- or pass
help-name-by-which = A name by which browsers call the server, beside localhost; may be given several times
help-name-colon-four = A name, a colon and four rows from the top in the letters Y G B R
help-names-built-quadrants = The names of built-in quadrants, or of your own
help-not-first-game = Not the first game in the file, but the one with that number
help-number-all-chance = The number that all chance comes from
help-number-board-drawn = The number that the board is drawn from; a new one otherwise
help-number-boards-openings = The number that boards and openings are drawn from
help-number-from-which = The number from which the order of the positions comes
help-number-openings-boards = The number that openings, boards and players draw from
help-numbers-are-those = The numbers are those that --number wants.
help-one-named-first = The one named first
help-one-two-who = One of the two who play [default: human]
help-only-game-with = Only the game with that number in each file, counted from 1
help-only-machine-can =
    Only this machine can reach the server, unless --listen says otherwise: 0.0.0.0:4747 is every machine that can
    reach this one.
help-other = The other
help-other-default-normal = The other [default: normal]
help-other-player = The other player
help-page-s-port = The page's port [default: 4747]
help-play-against-these = Play against these weights
help-play-game-terminal = Play a game in the terminal
help-play-with-swap = Play with the swap rule: after the first move the second player may say swap
help-play-with-these = Play with these weights, not with the engine's own
help-player-move-max =
    The player to move is Max and wants a large value, the other is Min and wants a small one. The search looks so
    many moves ahead, judges the positions there, and hands their values up: Max takes the largest, Min the
    smallest. Alpha-beta leaves out moves that cannot change the result. The tree shows what the classic players
    minimax:1 to minimax:8 think.
help-player-whose-score = The player whose score is told
help-players-are-levels =
    Players are the levels very-easy, easy, normal, difficult, expert and maximum, and the classics that the game
    has: random, basic, minimax:1 and so on. program:PATH is another damier, such as an older one, which is asked
    for each move with `analyse --json`. ugi:COMMAND, gtp:COMMAND and nboard:COMMAND are engines of other authors;
    who crashes, makes an illegal move or takes too long loses the game.
help-positions-are-searched =
    Positions are searched at every depth, with nothing left out, and to the end where that is near. The last line
    has the numbers of the formula that fits the differences best; the search has them in `probcut.rs`.
help-print-help = Print help
help-print-json = Print JSON
help-print-json-board = Print JSON: board, games, score, error, length and verdict
help-print-json-board-rows = Print JSON: board, rows and whether the tiles of the box can make it
help-print-json-every = Print JSON: every node with its value, cut and terms, the steps of the search, the counts
help-print-json-every-set = Print JSON: every set with its tiles
help-print-json-for = Print JSON: for each game its nodes, depth, seconds and nodes per second
help-print-json-for-each = Print JSON: for each its name, rows, warnings and error
help-print-json-for-each-its = Print JSON: for each its name, rows, warnings and whether it is your own
help-print-json-for-every = Print JSON: for every game its file, number, players, date, result and how many moves it has
help-print-json-game = Print JSON: game, position, depth, nodes and, if asked for, divide
help-print-json-game-position = Print JSON: game, position, record and view
help-print-json-game-position-turn = Print JSON: game, position, turn and moves
help-print-json-players = Print JSON: players, wins, draws, losses, score, Elo and test
help-print-json-position = Print JSON: position, turn, moves with their values, depth, nodes and time
help-print-json-score = Print JSON: the score first, then outcome, moves, plies, line, columns and cost
help-print-json-seed = Print JSON: seed, board and rows
help-print-json-what = Print JSON: what became of every quadrant, and what is wrong where
help-print-message-or = Print this message or the help of the given subcommand(s)
help-print-no-more = Print no more than so many positions, if that is possible: the upper levels of the tree
help-print-tree-for = Print the tree for Graphviz, in its language DOT
help-print-version = Print version
help-prints-seed-quadrants = Prints the seed, the quadrants and the rows: each of the three can be given to --board.
help-prints-what-removed = Prints what is removed: add takes it back.
help-put-board-together = Put a board together and show it
help-put-them-place = Put them in the place of those that have their names
help-quadrants-katarenga-congress = The quadrants of Katarenga, Congress and Isolation
help-reads-lines-as =
    Reads lines as in 'mine: YBGR/RGYY/GRBB/BYRG', JSON as export writes it, and the original's quadrants.json.
    None of your own is replaced: where a name is taken, the newcomer gets a number. What is damaged is reported
    by its place, the rest is taken in, and the file stays as it is; the exit status is 1 then.
help-remove-quadrants-your = Remove quadrants of your own
help-replay-every-stored = Replay every stored game, say what is wrong, and serve nothing
help-rule-set-usual = The rule set; the usual one otherwise
help-same-command-goes =
    The same command goes on where the last one ended: a game depends on its number, the seed, the depths, the
    weights and the openings alone.
help-say-how-far = Say how far weights miss positions that they were not fitted to, or let them play
help-say-what-every = Say what every move is worth
help-says-ok-what = Says ok, what is unusual, or what must be mended; only the last ends with exit status 2.
help-score-22-minus =
    A score is 22 minus the number of discs that the winner has played when the game ends: positive if the side to
    move wins, negative if it loses, 0 for a draw. The empty board is worth 1. Positions of Isolation are solved,
    too, as far as time and memory allow; the answer is that of `damier analyse`, or with --weak who
    wins.
help-search-start-each = Search the start of each game for so long instead
help-send-them-whole = Send them whole lists instead of changes, as clients of version 0.1.0 ask for it
help-serve-page-others = Serve the page to others
help-server-started-beside =
    A server is started beside the robots, with a folder of its own that is gone afterwards. Both share the
    processors. Every move waits for its acknowledgement, which means that it is stored.
help-show-board-text = Show the board in text
help-show-quadrants-by = Show quadrants by their names
help-show-quadrants-there = Show the quadrants that there are, your own last
help-signs-max-move =
    Signs: ▲ Max to move, ▼ Min to move, ■ a judged position, * the best line, ✂ moves left out, ≤ and ≥ values of
    which only a bound is known.
help-size-table-they = The size of the table that they share, in MiB
help-size-transposition-table = The size of the transposition table, in MiB
help-size-transposition-table-mib = The size of the transposition table, in MiB: 16 otherwise, and 84 or 256 for a FILE
help-solve-every-column = Solve every column
help-solve-first-so = Solve the first so many positions of the file only
help-solve-position-who = Solve a position: who wins, and how soon
help-solve-positions-file = Solve the positions of this file instead
help-speak-go-text = Speak the Go Text Protocol, version 2
help-speak-language-not = Speak this language, not the environment's
help-start-page-but = Start the page, but do not open the browser
help-stop-as-soon =
    Stop as soon as it is clear whether A scores HIGH or more rather than LOW or less, in percent: 50,65, or 65
    for short; either answer is wrong at most 5 times in 100
help-store-game-also = Store the game also if nobody but computers plays
help-store-games-files = Store the games of files; those that are stored already are left out
help-survey-n-measures =
    --survey N measures the boards of the seeds 1 to N, and prints a line for each. Boards that are fair by chance
    are found out with --confirm, and random boards are drawn from those that stay fair. A line is: the board,
    First's score and its error in percent, the average length in plies, and First's score on the board and on its
    half turn; or the side that wins.
help-take-quadrants-from = Take quadrants in from a file
help-their-names = Their names
help-think-no-longer = Think no longer than this
help-three-steps-engine =
    Three steps: the engine plays against itself on random boards of the box, the weights are fitted to the
    results, and the new weights play the old ones. docs/training.md says more.
help-time-for-each = Time for each move
help-time-for-each-move = Time for each move, where there is no clock
help-try-moves-as = Try the moves as the rules list them, or the best or the worst first [default: listed]
help-use-nothing-but = Use nothing but ASCII characters
help-values-are-for =
    Values are for the player to move. Exact ones are proved: a win or a loss in so many moves of the winner, the
    last included, or the margin at the end of a game that counts. A bound is a proved win or loss in at most so
    many moves: it may come sooner. Estimates are in units of an advantage that wins about 73 games in 100, with
    the score to expect in percent. Selectivity is the confidence with which each ProbCut cut of the search leaves
    out a move, not that of the result; without that line no move was left out.
help-watch-minimax-player = Watch a minimax player think: its tree, and what alpha-beta cuts
help-weights-play-with = The weights to play with; those of the program otherwise
help-weights-those-program = The weights; those of the program otherwise
help-where-listen = Where to listen
help-which-game-they = Which game they play
help-which-two-begins = Which of the two begins, as player 1: with second, --first is player 2
help-who-human-level =
    WHO is human, a level (very-easy, easy, normal, difficult, expert, maximum) or a classic player of the game
    (random, basic, minimax:4). Without GAME, damier asks what to play, and against whom. While playing, type a
    move or help. The end of the input ends the program. Games of people are stored with each move, where the page
    finds them, too.
help-with-file-positions =
    With a FILE of positions and their scores, a line each such as "4453 -2", the solver of the game solves them
    one by one: on one thread, without its book, with a table that is emptied before each. Times are those of the
    processor, and bad counts the scores that differ from the file's. Othello's files have a board a line, such as
    "…OX…XO… X; F5:+0;"; there, with several threads, times are those of the clock.
help-with-review-limits =
    With --review the limits are those of each move, and the usual one makes a game of 40 moves take about ten
    seconds. The score is what player 1 may expect after the move, with = if it is proved. ?! marks an inaccuracy,
    ? a mistake, ?? a blunder: 5, 12, 25 % of the points given away, or a proved result. With one thread and no
    limit on time, the review of a game is always the same.
help-with-sprt-exit = With --sprt the exit status is 0 if A has proved as good as HIGH, and 1 if not.
help-with-survey-begin = With --survey: begin with the board of this seed, to go on with a survey
help-with-survey-measure = With --survey: measure the boards that are found fair again, with so many games
help-with-time-start =
    With --time, the start of each game is searched for so long with one thread, then with several; the last
    column says how many times as many nodes that makes.
help-without-command-damier = Without a command, damier opens the page in the browser.
help-without-time-eight =
    Without --time, eight positions of each game are searched to the same depth. With one thread the nodes are
    always the same, and change only when the search does.
help-write-all-stored = Write all stored games into a file
help-write-book-over = Write the book over a file that exists
help-write-finished-book = Write the finished book to this file
help-write-games-files = Write the games of files, of any kind, as records
help-write-into-file = Write into this file, not to the output
help-write-json-as = Write JSON as the original's quadrants.json: grids of numbers by name
help-write-json-name = Write JSON: name and rows of each
help-write-new-file = Write this new file instead of printing
help-write-over-file = Write over a file that exists
help-write-over-file-exists = Write over a file that exists, whatever it is
help-write-weights-file = Write the weights to this file
help-your-own-quadrants =
    Your own quadrants are those of the page: what is drawn there can be used here, and back. In a board their
    blanks are written _, as in my_castle, and capitals do not count.
help-print-them = Print them
help-print-them-delete = Print them and delete them
help-keep-games-postgresql = Keep games in this PostgreSQL database, which several servers may share; DAMIER_DATABASE otherwise
help-think-for-servers = Think for the servers of a site, which give it work through NATS
help-how-many-threads-processors = How many threads think [default: as many as there are processors]
help-largest-transposition-table = The largest transposition table of an analysis, in MiB
help-print-names-reported = Print the names that visitors have reported, or print and delete them, and serve nothing
help-where-nats = Where NATS is, by which several servers work together [env: DAMIER_NATS]
help-file-credentials-nats = A file with credentials for NATS [env: DAMIER_NATS_CREDENTIALS]
help-file-certificate-nats = A file with the certificate by which NATS is recognised [env: DAMIER_NATS_CA]
help-draw-board-picture = Draw the board as a picture, SVG or PNG
help-file-exists-picture = A file that exists is written over if it is a picture of the same kind, or with --force.
help-file-name-ends = The file, whose name ends in .svg or .png; without it, SVG is printed
help-pixels-longer-side = Pixels of the longer side of a PNG
help-colours-frame = The colours of the frame and the background
help-colours-pieces = The colours of pieces and squares; distinct ones are told apart by everybody
help-board-alone-card = The board alone, or a card of 1200 by 630 around it
help-leave-out-names = Leave out the names of the squares
help-look-board-other = Look at the board from the other side
help-work-on-everything = Work on everything that a server has stored
help-copy-everything-new = Copy everything into a new file, while servers and commands go on
help-copy-is-everything =
    The copy is everything as it is at one moment. It is checked, and on the disk, before it gets its name. It is
    a file of the embedded database: as damier.sqlite in a data folder, or by damier store copy, games go on in it.
help-new-file = The new file
help-keep-visitors-out = Keep visitors out of a server
help-who-is-address =
    WHO is an address, a network such as 192.0.2.0/24 or 2001:db8::/48, a profile (v-…) or the key of a network
    (n-…) as damier serve --reports prints them. Without WHO the list is printed. It is the file blocked.txt in
    the data folder, a line for each, with remarks after a #. A server that runs reads it again by itself.
help-who-kept-out = Who is kept out
help-let-in-again = Let them in again
help-data-folder-server = The data folder of the server
help-list-where-not = The list, where it is not in the data folder
help-keep-out-networks = Keep out the networks and profiles of this list: see damier block [default: blocked.txt in the data folder]
help-copy-everything = Copy everything from one database into another that is empty
help-what-copied = What is copied
help-where-to = Where to
help-play-line-plain = Play line by line, also on a terminal that can show a whole screen
help-keep-games-instead = Keep the games in this PostgreSQL database instead of a file
help-servers-same-nats =
    Servers with the same --nats give computer moves, hints, analyses and trials of boards to workers of their own
    version. A worker can be ended at any time: its work goes to another, or back.
help-from-to-each =
    FROM and TO are each a data folder, a file of the embedded database, or the URL of a PostgreSQL database,
    whose password comes from PGPASSFILE or PGPASSWORD. No server may run on either. Games go on in the copy; the
    original stays as it is.

# Load test of several servers
help-let-servers-work = Let the servers work together through NATS at this address
help-how-many-servers = How many servers share the database; the two players of a game sit at different ones
help-kill-server-so =
    Kill a server so many times, start it again, and measure when its players go on; --seconds is ignored then
help-begin-analyses-at =
    Begin analyses at a worker meanwhile, cancel so many, and measure how soon it ends them
help-leave-out-memory =
    Leave out the memory of connections and games, which servers of their own are started for

# Engine protocols and ladders
help-speak-ugi = Speak UGI, the Universal Game Interface
help-ugi-uci-for-any =
    UGI is UCI for any game. The controller chooses game, rule set and board by the options Game, Rules and Board,
    or sets up any position with `position fen`; what is given here is the default.
help-game-by-name-first = The game, by a name that `damier --help` lists; the first of them otherwise
help-speak-nboard = Speak the NBoard protocol, version 2, for Othello
help-test-engine = Test an engine for conformance with its protocol
help-engine-started-anew =
    The engine is started anew for each test and ended after it, with everything that it has started. The exit
    status is 0 if it has passed all tests, and 1 if not.
help-command-starts-engine = The command that starts the engine, with its arguments
help-protocol-speak = The protocol that it should speak
help-game-by-name-offered = The game, by a name that `damier --help` lists; all that the engine offers otherwise
help-how-long-answer = How long to wait for an answer that no time limits
help-how-much-longer-stop = How much longer than asked for a move or a stop may take
help-print-json-test = Print JSON: every test and its result
help-let-nobody-deeper = Let nobody look deeper than this for a move
help-play-with-clocks = Play with clocks: seconds for the game, and for each move
help-cpu-time =
    Measure time by the processor's, so that other work of the machine does not count: among the players of this program
    alone
help-how-much-longer-engine = How much longer an engine may take for a move before it loses
help-let-many-players = Let many players play each other, and rate them
help-players-are-duel =
    Players are those of `damier duel`: levels, classics, and engines of other authors as ugi:COMMAND, gtp:COMMAND
    or nboard:COMMAND. NAME=PLAYER gives a player another name in the tables.
help-everybody-plays =
    Everybody plays everybody; with --gauntlet, the first player plays all others. Games are played in pairs from
    the same opening, the players changing seats, and every pair of players gets the same openings. Who crashes,
    makes an illegal move or takes too long loses the game, and the table tells.
help-ratings-are =
    Ratings are those under which the results are likeliest (Bradley and Terry, a draw being half a win), with 95 %
    intervals; their mean is 0. With --journal, every game is on the disk before the next is counted: the same
    command goes on where it was stopped or killed, also with more --games.
help-players-two-more = The players, two or more
help-let-first-player = Let the first player play all others, and nobody else each other
help-how-many-games-pair = How many games each pair of players plays, an even number
help-note-every-game = Note every game in this file, and leave out those that are there
help-save-games-file = Save the games in this file as records
help-print-json-ladder = Print JSON: players with their ratings, results of all pairs, likelihoods of superiority
help-offer-program-own =
    Offer a program of your own as an opponent: NAME=PROTOCOL:COMMAND, or NAME@GAME=… for one game; may be given
    several times
help-offer-program-all =
    Offer a program of your own to all visitors: NAME=PROTOCOL:COMMAND, or NAME@GAME=… for one game; may be given
    several times

# Search trees on a terminal.
help-print-tree-also = Print the tree, also on a terminal that can show it as one that is walked
help-tree-is-walked =
    On a terminal the tree is walked with the arrow keys, and ? explains the others; a pipe and --plain get it
    printed.

# damier play with people elsewhere

help-connect-where =
    Go to a game at a server: by the link to it, by its code, or to all tables by an address
help-open-table =
    Open a table where somebody elsewhere can sit down, and show how to find it
help-server-table-code = The server of the table or the code; the one of this machine otherwise
help-your-name-tables = Your name at tables
help-clocks-table =
    The clocks of the table: minutes for the game and seconds for each move, as in 5+3; none otherwise
help-list-table-at = List the table at its server, for everybody
help-lay-board-table = Lay the board of the table together
help-prove-result-position = Prove the result of a position by a strategy that others can check
help-certificate-has-moves =
    The certificate has the moves with which one side reaches the result against every reply, or both sides for a
    draw and for the score of Othello; docs/certificates.md has the format. It is made for positions that the engine
    can solve: those of Connect Four and Isolation, endings of Othello, forced wins of Katarenga and Congress.
    examples/check_proof.py checks it, too, and shares nothing with this program.
help-file-certificate = The file of the certificate
help-check-certificate-file = Check the certificate in this file
help-print-json-game-claims = Print JSON: game, position and claims

# Completions and manual pages

help-print-completions-shell = Print the completions of a shell
help-the-shell = The shell
help-write-manual-pages = Write the manual pages of all commands into a folder
help-folder-which-made = The folder, which is made if it is not there

# Engines in the browser
help-where-positions-analysed = Where positions and games are analysed; browsers need --web
help-send-browsers-engines = Send browsers the engines of this folder, which `cargo xtask web` makes, so that they can analyse by themselves
help-at-server-browser-too = At the server; in the browser, too, if somebody likes that better and there is --web
help-in-browser-alone = In the browser alone: the server refuses

# Puzzles

help-make-puzzles-proved = Make puzzles that are proved, and prove those in a file
help-puzzles-page-format =
    docs/puzzles.md says what is proved and has the format of the file. `damier puzzle` lets you solve them.
help-look-positions-right = Look for positions with exactly one right move, prove them, and write them to a file
help-same-command-file = The same command gives the same file. Ctrl-C ends it, with the puzzles that were found.
help-games-puzzles-looked = The games in which puzzles are looked for
help-files-games-records = The files of the games, with --from records; may be given several times
help-how-many-puzzles = How many puzzles are wanted
help-seed-random-choices = The seed of all random choices
help-file-puzzles-printed = The file of the puzzles; they are printed otherwise
help-print-json-mined = Print JSON: how many positions were looked at, kept and refused, and why
help-games-engine-itself = Games of the engine against itself, weak and with random moves
help-random-moves = Random moves
help-games-record-files = The games of record files
help-prove-puzzles-again = Prove the puzzles in a file again
help-file-puzzles-make = The file, as `damier puzzles make` writes it
help-solve-puzzle-find = Solve a puzzle: find the only right move, which is proved
help-type-move-hint =
    Type a move, or: hint, solution, moves, quit. A wrong move is refuted, and you may try again. Without a game, the
    puzzle is of any game.
help-game-any-otherwise = The game, by a name that `damier --help` lists; any game otherwise
help-puzzle-today-date = The puzzle of today, by the date in UTC: the same for everybody
help-what-solution-turns = What the solution turns on
help-how-hard-from =
    How hard it is: from 1, which every level of play finds, to 6, which only the highest does
help-puzzle-this-name = The puzzle of this name

# Levels
help-list-levels-game = List the levels of a game, with their ratings
help-print-json-levels = Print JSON: for each game its levels, with id, rating and error
help-ratings-come-from =
    Ratings come from games of the levels against each other, by the usual rules, with twice their standard error:
    400 points are odds of ten to one, and normal is 1500 in every game. docs/levels.md tells how they were
    measured.

## Time of the players of a duel

help-duel-time-b = Let B think this long for a move, and A as --time or --clock say
help-duel-clock-b = Give B this clock, and A the time that --time or --clock say
