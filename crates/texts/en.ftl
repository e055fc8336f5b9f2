# What the program says in English. fr.ftl says the same in French: a test fails when a text or one
# of its arguments is only here or only there, or when no source uses it.
# What games name themselves (titles, pieces, why a move is refused) is in their own folders.

## The text board

player-sign = player { $number }: { $sign }
to-move = player { $number } to move
wins = Player { $number } wins
draw = Draw
# $verdict is one of the two before.
over = { $verdict }: { $reason }
game-aborted = Game called off
tally = { $label }: { $first } – { $second }
swapped = seats exchanged
# The board that was drawn, as it can be typed again.
drawn-board = board: seed:{ $seed }

## Right, unusual, wrong

ok = ok
warning = warning: { $text }
error = error: { $text }
not-written = the output cannot be written: { $error }
unknown-player = there is no player '{ $name }' here (players: { $known })
solve-connect-four-only = --no-book and --columns are for Connect Four alone
no-solver = { $game } has no solver
no-score = moves and a score were expected, as in 4453 -2
not-read = { $path } cannot be read: { $error }
not-saved = { $path } cannot be written: { $error }
not-ours = { $path } exists already and is left alone; --force writes over it
ask-overwrite = { $path } exists already. Write over it? (yes or no)
not-overwritten = { $path } is left as it is
reason-not-found = there is no such file or folder
reason-permission = it may not be written or read by you (permission denied)
reason-read-only = it is on a read-only file system
reason-full = there is no room left on the disk
reason-folder = it is a folder
reason-not-a-folder = a part of the path is no folder
reason-address-in-use = another program uses this port already
reason-address-not-ours = this machine does not have that address
in-file = { $path }, line { $line }: { $text }
in-line = { $path }, line { $line }, column { $column }: { $text }
other-game = that game in it is { $game }
no-game = there is no game in it
no-such-number = there is no game { $number } in it: it has { $count }
same-file = it is read, and would be written over
refused-games = { $count ->
    [one] one game cannot be read and is left out
   *[other] { $count } games cannot be read and are left out
}

## Quadrants

quadrants-own = Yours
quadrants-none = there are no quadrants of your own yet
quadrants-unknown = there is no quadrant '{ $name }'
quadrants-added = added
quadrants-added-as = added as { $name }
quadrants-same = already there
quadrants-same-as = already there as { $name }
quadrants-taken = there is a quadrant named '{ $name }' already; --replace puts this one in its place
quadrants-renamed = { $before } is { $after } now
# $tile is what can be added again.
quadrants-removed = removed: { $tile }
quadrants-not-kept = the quadrants cannot be read or kept: { $error }
quadrants-more-problems = there are { $count } more problems behind these
quadrants-no-text = from byte { $byte } on it is not a text in UTF-8
quadrants-exists = { $file } exists already; --force writes over it
quadrants-written = { $count ->
    [one] { $count } quadrant written: { $file }
   *[other] { $count } quadrants written: { $file }
}

## Analysis

analyse-no-such-move = there is no position after { $at } moves: --at goes from 0 to { $moves }
board-favours = { $seat } is favoured on this board: about { $percent } % of the points, by a quick estimate.
analyse-status = depth { $depth }   best { $best }   { $nodes } nodes
analyse-win = { $moves ->
    [one] Player { $number } wins in 1 move
   *[other] Player { $number } wins in { $moves } moves
}
analyse-win-most = { $moves ->
    [one] Player { $number } wins in at most 1 move
   *[other] Player { $number } wins in at most { $moves } moves
}
analyse-win-by = Player { $number } wins by { $margin }
analyse-draw = Draw
analyse-estimate = player { $number } may expect { $chance } % of the points
analyse-line = best line: { $line }
analyse-selectivity = selectivity { $percent } %
analyse-solver = solver: { $settled } of { $moves } moves settled, { $nodes } nodes; the others are estimated
analyse-book = from the opening book; a longer analysis searches
analyse-cost = depth { $depth }, { $nodes } nodes, { $seconds } s, { $speed } nodes/s
value-win = { $moves ->
    [one] wins in 1 move
   *[other] wins in { $moves } moves
}
value-loss = { $moves ->
    [one] loses in 1 move
   *[other] loses in { $moves } moves
}
value-win-most = { $moves ->
    [one] wins in at most 1 move
   *[other] wins in at most { $moves } moves
}
value-loss-most = { $moves ->
    [one] loses in at most 1 move
   *[other] loses in at most { $moves } moves
}
value-draw = draw
value-win-by = wins by { $margin }
value-loss-by = loses by { $margin }
value-estimate = { $points } ({ $chance } %)
value-exact = exact
value-bound = bound
value-estimated = estimated

review-status = { $done } of { $total } moves
# What player 1 may expect.
review-score = { $chance } %
review-score-exact = ={ $chance } %
review-better = better: { $line }, { $value }
review-stopped = stopped: the last { $done } of { $total } moves were judged
review-accuracy = player { $number }: accuracy { $accuracy } %, inaccuracies: { $inaccuracies }, mistakes: { $mistakes }, blunders: { $blunders }
review-no-accuracy = player { $number }: nothing to decide
review-cost = { $nodes } nodes, { $seconds } s
grade-forced = forced
grade-best = best move
grade-good = good
grade-inaccuracy = inaccuracy
grade-mistake = mistake
grade-blunder = blunder

## Minimax made visible

think-unknown-example = there is no example '{ $name }' here (examples: { $known })
think-players = Max (▲) is player { $max }, who is to move and wants a large value; Min (▼) is player { $min } and wants a small one. Values are Max's. A leaf (■) is judged by what stands on the board.
# After the value of a node that is not followed any further.
think-below = { $count ->
    [one] 1 position below
   *[other] { $count } positions below
}
# $place is the moves from the root; $by is the move that shows it.
think-cut-max = Min is sure of { $sure } with { $place }; here Max gets at least { $value } with { $by }, so the rest cannot matter.
think-cut-min = Max is sure of { $sure } with { $place }; here Min can hold it to { $value } with { $by }, so the rest cannot matter.
think-choice = best move: { $best }, worth { $value } (expected: { $line })
think-positions = positions
think-leaves = judged
think-without = without pruning
think-with = with alpha-beta
think-saved = alpha-beta saves { $share } %
think-legend = a leaf adds up, in this order:
think-interrupted = stopped: values marked ? are not known
think-stopped = stopped after { $count } positions: values marked ? are not known; --nodes sets another limit
think-shortened = printed down to level { $levels }; --lines { $count } prints all that is kept
think-too-large = kept down to level { $levels }: further down the tree is too large; its values come from the full depth

## Duels

duel-title = { $game }: { $one } against { $other }
duel-tally = { $games ->
    [one] 1 game
   *[other] { $games } games
}: { $wins ->
    [one] 1 win
   *[other] { $wins } wins
}, { $draws ->
    [one] 1 draw
   *[other] { $draws } draws
}, { $losses ->
    [one] 1 loss
   *[other] { $losses } losses
}
duel-seats = as player 1: { $first }, as player 2: { $second }
duel-score = score: { $score } % (95 % interval: { $low } to { $high })
duel-elo = Elo: { $elo } ({ $low } to { $high })
# $answer is one of the three that follow.
duel-sprt = { $answer } (test: { $ratio }, bounds ±{ $bound })
duel-yes = at least { $high } %: yes
duel-no = at least { $high } %: no
duel-undecided = { $low } % or { $high } %: not decided yet
duel-no-answer = { $program } does not play: { $why }
duel-no-cpu-time = { $player } thinks in a process of its own: --cpu-time is for levels and classics
duel-stopped = stopped
duel-stopped-saved = stopped; the same command plays the games that are left
no-opening = there is no opening in it
finished-opening = the game is over after these moves
other-duel = game { $number } is not of this duel

## Benchmarks, in columns

bench-count = { $name } { $nodes } nodes { $seconds } s { $speed } nodes/s
bench-total = total
bench-race = { $name } threads: { $threads }   depth: { $depth } { $speed } nodes/s
# $line is the one before.
bench-times = { $line }   × { $times }
bench-server-played = { $games } games: { $moves } moves, { $speed } moves/s, { $errors } failed
bench-server-acknowledged = from a move to its stored acknowledgement: median { $median } ms, 99 % within { $most } ms, longest { $longest } ms
bench-server-arrived = from a move to the opponent: median { $median } ms, 99 % within { $most } ms, longest { $longest } ms
bench-server-commits = moves stored with one wait for the disk: { $moves }
bench-server-lobby = lobby: { $kilobytes } kB/s to all followers together
bench-server-memory = memory: { $connection } KiB a connection, { $game } KiB an idle game

## Solutions

solve-bounds = the score is between { $low } and { $high }
solve-column = column { $column }: { $score }
solve-score = score: { $score }
solve-unsolved = it is not solved who wins
solve-cost = { $nodes } nodes, { $seconds } s, { $speed } nodes/s

## Opening books

train-no-positions = there are no positions to learn from
book-done = { $done } of { $all } positions are solved
book-unfinished = { $left ->
    [one] 1 position is not solved yet
   *[other] { $left } positions are not solved yet
}

## Play in the terminal

# $example is a move.
play-how = Type a move, such as { $example }. Other commands: help
play-seated = player { $number } ({ $colour }): { $who }
play-you = you
play-computer = computer, { $name }
play-moved = player { $number } plays { $move }
play-passed = player { $number } passes
play-swaps = player { $number } says swap
# $first and $second are what the seats are called.
play-exchanged = Seats exchanged: who played { $first } now plays { $second }, and the other way round.
play-only-pass = No move is possible: type pass.
play-may-swap = You may also take the other side: type swap.
play-one-at-a-time = one move at a time against the computer
play-reason-margin = { $reason } (margin: { $margin })
# After "Player 2 wins: ".
play-resigned = player { $number } resigns
play-won = Well played!
play-lost = Too bad…
play-offer-more = Play again? (yes, no; also undo, save FILE)
play-already-over = the game is over
play-nothing-to-undo = nothing to undo
play-help =
    a move       play it
    undo         take back the last move, with the computer's answer
    redo         play again what was taken back
    hint         what the computer would play
    moves        the legal moves
    position     the position in one line
    save FILE    write the game to a new file
    resign       give up
    draw         offer a draw
    swap         exchange seats, after the first move of a game with the swap rule
    help         this list
    quit         end
play-interrupted = game interrupted
play-not-stored = the game goes on, but is not stored: { $reason }
play-clocks = time left: player 1 { $first }, player 2 { $second }
play-how-to-resume = The game is stored. To go on: damier play --resume { $id } (the page lists it, too)
play-elsewhere = this game has been played on elsewhere: it stands like this now
play-nothing-to-resume = there is no unfinished game to go on with
play-not-resumed = there is no unfinished game '{ $id }' here
play-resume-in-page = game { $id } is played on two screens: go on with it in the page
play-ask-resume = Which game? (Enter is the first)
play-resumable = { $number }  { $id }  { $game }, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}, { $date }
play-no-input = the input cannot be read: { $error }
play-saved = game saved: { $file }
play-save-where = name the file, for example: save game.txt
play-file-exists = { $file } already exists, choose another name
play-advice = hint: { $move }
play-advice-because = hint: { $move } ({ $outlook })
play-advice-swap = hint: swap (the other side is better)
play-foreseen = expected: { $line }

## What the player to move may expect

outlook-win = { $moves ->
    [one] wins in 1 move
   *[other] wins in { $moves } moves
}
outlook-loss = { $moves ->
    [one] but the opponent wins in 1 move
   *[other] but the opponent wins in { $moves } moves
}
outlook-win-most = { $moves ->
    [one] wins in at most 1 move
   *[other] wins in at most { $moves } moves
}
outlook-loss-most = { $moves ->
    [one] but the opponent wins in at most 1 move
   *[other] but the opponent wins in at most { $moves } moves
}
outlook-draw = leads to a draw
outlook-win-by = wins by { $margin }
outlook-loss-by = loses by { $margin }
outlook-much-better = a clear advantage
outlook-better = a slight advantage
outlook-even = an even game
outlook-worse = slightly worse, but the best there is
outlook-much-worse = much worse, but the best there is

## Questions before a game

ask-game = Which game?
ask-mode = Who plays?
mode-two-people = Two people
mode-computer = Against the computer
ask-level = Which level?
level-classic = A classic algorithm
ask-classic = Which algorithm?
ask-depth = What depth, from { $least } to { $most }?
ask-side = Which side do you take?
# $colour is what the seat is called.
side-first = { $colour }: you begin
side-second = { $colour }: the computer begins
side-random = At random
choose-from-list = answer with a number or a name from the list
number-from-to = answer with a number from { $least } to { $most }

## The server

problem-not-owner = only the owner may do that, at the same machine

## Starting the server

serve-address = Damier: { $url }
serve-how-to-end = Ctrl-C ends it.
serve-runs-already = It is running already.
serve-runs-alone = Damier is running already, but for this machine alone: let others in from its page, under Online; or end it, then start it again with --lan
serve-pass-on = Give this address to your opponent:
serve-no-lan = this machine has no address on a local network
serve-no-browser = the browser does not open: type the address into it
serve-port-taken = another program uses port { $port }: choose another one with --port
serve-no-listener = the server cannot listen on { $address }: { $error }
serve-listen-taken = another program uses { $address } already: end it, or choose another port with --listen { $other }
serve-no-stored-games = there are no stored games in { $path }: look for a mistake in --data
serve-no-data-folder = there is no folder for data: name one with --data
serve-no-data = { $path } cannot be used: { $error }
serve-store-lost = { $path } cannot be opened any more: { $error }
serve-failed = the server cannot go on: { $error }
serve-page-with-command = --no-open, --lan, --port and --data start the page: they come without a command
serve-no-url = { $url } is no address of the web, such as https://damier.example
serve-https-without-proxy = --public-url { $url } needs --trust-proxy: Damier speaks plain HTTP, so a proxy with TLS stands in front of it. Not trusted, it could make all visitors one person, the one at this machine, with one list of games and with /metrics open to all. Add --trust-proxy, and let the proxy set X-Forwarded-For, as deploy/nginx.conf and deploy/Caddyfile do
serve-loopback-without-proxy = --public-url { $url } needs --trust-proxy: only this machine reaches { $address }, so others come through a proxy. Not trusted, it could make all of them one person, the one at this machine, with one list of games and with /metrics open to all. Add --trust-proxy, and let the proxy set X-Forwarded-For; or, without a proxy, listen to others with --listen 0.0.0.0:{ $port }
serve-folder-served = { $folder } is served already, at { $url } by process { $process }: end that one first, or choose another folder with --data
serve-folder-served-by-another = { $folder } is served already by another Damier: end that one first, or choose another folder with --data

## Stored games

verify-file = cannot be read: { $error }
verify-event = event { $version }: { $error }
verify-summary = { $matches } games, { $events } events, { $wrong } wrong
games-exported = { $count ->
    [one] 1 game written to { $path }
   *[other] { $count } games written to { $path }
}
games-imported = { $count ->
    [one] 1 game stored
   *[other] { $count } games stored
}
games-already-there = { $count ->
    [one] 1 game was there already
   *[other] { $count } games were there already
}
games-wrong = { $path }, game { $number }: { $text }

## Training

train-nothing = the engine of { $game } has no weights to learn
train-played = { $done } of { $all } games are played
train-round = round { $round }: loss { $learnt }, in games kept out { $kept }
train-compared = { $games } games: the new weights score { $score } ± { $error } %
train-no-game = a score, a number, a start and moves were expected, with tabs between
train-other-weights = { $found } weights instead of { $wanted }

## Fairness of boards

fairness-games = { $games ->
    [one] 1 game of { $plies } plies
   *[other] { $games } games of { $plies } plies on average
}
fairness-score = { $seat } scores { $score } ± { $error } %; on the board { $laid } %, on its half turn { $turned } %
fairness-verdict = verdict: { $verdict }
fairness-no-boards = { $game } is always played on the same board

## A profile on several devices, and reported names

problem-profile-here = this machine has a profile of its own, which stays
problem-profile-link = this link has been used, has expired or never existed: make a new one on the other device
problem-profile-devices = this profile is on as many devices as it may be; remove the others first
problem-no-name = nobody with a name sits there

## Sharing on the local network

problem-lan-fixed = this program was started for others on the network: end it to close it to them
problem-lan-none = this machine is in no local network: connect it to one, then try again
problem-body-ends = the body ends too early
problem-no-upgrade = this address is for a WebSocket
problem-qr-empty = a code needs a text
problem-lan-listener = no address of this machine can be opened to others: { $error }
problem-seeks = you look for an opponent in several places already: end one of them first

## Sharing

no-picture = { $file } cannot be drawn: { $error }
no-picture-format = { $file }: the name of a picture ends in .svg or .png

serve-report = { $date }  “{ $name }”  game { $id }  reported by { $reporter }
serve-reports = { $count ->
    [0] No names have been reported
    [one] { $count } name reported
   *[other] { $count } names reported
}
serve-reports-deleted = { $count ->
    [one] { $count } report deleted
   *[other] { $count } reports deleted
}

## Databases and copies of them

block-nobody = “{ $who }” is no address, network, profile (v-…) or key of a network (n-…)
block-bad-line = { $file }, line { $line }: “{ $text }” is no address, network, profile (v-…) or key of a network (n-…)
block-listed = { $count ->
    [one] { $count } entry in { $file }
   *[other] { $count } entries in { $file }
}
block-saved = { $count ->
    [one] { $count } entry in { $file }. A server that runs reads it within two seconds.
   *[other] { $count } entries in { $file }. A server that runs reads it within two seconds.
}
block-command = to keep this player out: damier block { $who }

store-no-url = the address of the database cannot be read: { $error }; expected postgres://user@host/database
store-password-in-argument = everybody on this machine can read a password in the command line: put the address into DAMIER_DATABASE, or the password into the file that PGPASSFILE names
store-unusable = the database { $database } cannot be used: { $error }
store-table-copied = { $table }: { $rows }
store-copied = Everything in { $from } is now also in { $to }, and was compared.
store-target-not-empty = { $to } is not empty; nothing was copied
store-in-use = a server uses the database ({ $connections } connections): end it first
store-differs = the copy of the table { $table } is not what was read; nothing was copied
store-backed-up = { $file }: { $matches ->
    [one] { $matches } game
   *[other] { $matches } games
}, { $events ->
    [one] { $events } event
   *[other] { $events } events
}; checked
store-not-backed-up = { $from } is not backed up to { $file }: { $error }
store-exists = { $file } exists already; a backup replaces nothing
store-no-file = { $url } is backed up by PostgreSQL's own program: pg_dump --format=custom --file={ $file } { $url }
store-same-place = a store cannot be copied onto itself

# The connection to NATS.
nats-no-url = { $url } is no address of NATS, such as nats://host:4222
nats-secret-in-url = The address of NATS has a user or a password in it, which everybody on this machine can read. Give a file with --nats-credentials, or set DAMIER_NATS_USER and DAMIER_NATS_PASSWORD_FILE
nats-no-password = DAMIER_NATS_USER is set, but neither DAMIER_NATS_PASSWORD nor DAMIER_NATS_PASSWORD_FILE
nats-no-file = Cannot read { $file }: { $error }
nats-unreachable = No connection to NATS: { $error }

# Workers
worker-no-nats = A worker gets its work through NATS: give its address with --nats, or set DAMIER_NATS
worker-ready = { $threads ->
    [one] The worker is ready, with one thread.
   *[other] The worker is ready, with { $threads } threads.
}

## Full-screen terminal

tui-title = Damier
tui-menu-play = Play
tui-menu-continue = Continue
tui-menu-rules = Rules
tui-menu-settings = Settings
tui-menu-quit = Quit
tui-menu-keys = ↑↓ choose · Enter open · ? help · q quit
tui-list-keys = ↑↓ choose · Enter open · Esc back
tui-form-keys = ↑↓ choose · ←→ change · Esc back
tui-setup-keys = ↑↓ choose · ←→ change · r turn, f flip a quadrant · Enter start · Esc back
tui-rules-keys = ↑↓ PgUp PgDn scroll · ←→ other game · Esc back
tui-keys = ? help · Enter play · u undo · i hint · v values · : command · q menu
tui-help =
    arrows    move the cursor (or hjkl)
    Enter     play there (or space, click)
    1 2 3     drop into a column
    a b c, m  type a move, Enter plays it
    u, r      undo, redo
    i         hint
    n         computer: move now
    p, s      pass, swap sides
    t         turn the board
    D, R      offer a draw, resign
    G, C, N   say something, claim, play again
    v         values of the moves, on or off
    {"."}         with values: best move, to look
    w         review of the game
    Tab       to the moves, to the board
    {"["} ]       back and forth in the game
    Home End  its start, its end
    :         undo, save FILE, flip, quit …
    q, Esc    menu; the game stays stored
    Ctrl-Z    stop; fg goes on
    Ctrl-C    end
tui-too-small = This window is too small: { $width } × { $height } characters are needed.
tui-yes-no = (y/n)
tui-past = move { $shown } of { $all } · End: back to the game
tui-after-end = q menu · w review · u undo
tui-thinking = player { $number } thinks, depth { $depth } · n: move now
tui-only-pass = No move is possible: p passes.
tui-may-swap = Your move, or s: take the other side.
tui-no-pass = there are moves, so nobody passes
tui-no-swap = seats cannot be exchanged now
tui-no-turn = pieces fall: this board is not turned
tui-no-analysis = no analysis while people elsewhere play this game
tui-nothing-to-review = there is nothing to review yet
tui-reviewing = reviewing the game…
tui-analysing = analysing…
tui-ask-resign = Resign?
tui-ask-draw = Offer a draw?
tui-draw-offered = Player { $number } offers a draw. Agree?
tui-short-win = W{ $moves }
tui-short-win-most = W≤{ $moves }
tui-short-loss = L{ $moves }
tui-short-loss-most = L≤{ $moves }
tui-variation = variation after move { $entries }: { $line }
tui-moves = Moves
tui-move-count = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
tui-setting-language = Language
tui-setting-colours = Colours
tui-setting-background = Background
tui-setting-characters = Characters
tui-setting-motion = Motion
tui-language = English
tui-colours-none = none
tui-colours-16 = 16
tui-colours-256 = 256
tui-colours-all = all
tui-background-dark = dark
tui-background-light = light
tui-characters-ascii = ASCII
tui-characters-unicode = Unicode
tui-on = on
tui-off = off
tui-setup-game = Game
tui-setup-rules = Rules
tui-setup-board = Board
tui-setup-seed = Seed
tui-setup-quadrant = Quadrant { $number }
tui-setup-mode = Players
tui-setup-opponent = Computer
tui-setup-opponent-second = 2nd computer
tui-setup-starts = Begins
tui-setup-clock = Clock
tui-setup-swap = Swap rule
tui-board-random = at random
tui-board-quadrants = quadrants
tui-mode-watch = Computer against computer
tui-starts-me = you
tui-starts-computer = the computer
tui-clock-none = none
tui-clock-game = { $minutes } min + { $seconds } s
tui-clock-move = { $seconds } s a move
play-computers-only = only computers play this game

# Load test of several servers
bench-server-needs-cluster = several servers share --database and --nats, and --kills needs two of them at least
bench-server-resumed = { $kills } killed servers: their players ({ $games } games) made the next move after { $median } ms (median), 99 % within { $most } ms, longest { $longest } ms
bench-server-cancelled = { $cancels } cancelled analyses: the worker ended half of them within { $median } ms, 99 % within { $most } ms, { $over } after more than 50 ms

# Several servers
# Engines of other authors, and tests of their protocols
external-no-command = '{ $command }' is no command line: a quote is not closed, or there is nothing
external-not-started = the program cannot be started: { $why }
external-closed = the program has closed its output
external-exited = the program has ended ({ $status })
external-exited-saying = the program has ended ({ $status }): { $said }
external-silent = no answer for { $seconds } s
external-overtime = no move within { $seconds } s
external-illegal = an illegal move: { $move }
external-bad-answer = an answer that is not of the protocol: { $line }
external-flood = more output than any answer has
external-unsupported = this cannot be played by the protocol: { $what }
external-halted = given up
external-no-engine = { $name }: { $fault }
check-passed = ok    { $test }
check-failed = FAIL  { $test }: { $problem }
check-total = { $passed } of { $tests } tests passed
check-which-game = the engine does not say which games it plays: name one with --game
check-no-game = the engine offers no game that is known here
check-no-answer = no answer to '{ $command }' for { $seconds } s
check-too-late = the answer took { $seconds } s instead of { $allowed } s
check-too-early = the search has ended by itself, with { $answer }
check-still-runs = the program still runs
check-second-answer = a second answer: { $answer }
check-illegal = the move '{ $answer }' is illegal in { $position }
check-missing = this is missing: { $what }
check-wrong-answer = the answer to '{ $command }' should be { $expected }
check-refused = '{ $command }' is refused: { $why }
check-accepted = '{ $command }' is accepted, but is wrong
check-unknown = goes on after a command that it does not know
check-moves = makes a legal move in positions of all kinds
check-movetime = keeps to the time of a move
check-clock = keeps to its clock
check-garbage = goes on after bytes that are no command
check-quit = ends with quit
check-eof = ends with its input
check-quit-searching = ends with quit while it searches
check-eof-searching = ends with its input while it searches
check-ugi-handshake = says its name and ugiok, then readyok
check-ugi-refused = goes on after positions and moves that cannot be
check-ugi-finished = answers also when the game is over
check-ugi-once = answers each search once
check-ugi-stop = stops when it is told to
check-ugi-searching = answers isready while it searches without a limit
check-gtp-handshake = speaks version 2
check-gtp-commands = lists its commands, and has those that it must have
check-gtp-numbers = repeats the numbers of commands
check-gtp-illegal = refuses illegal moves and wrong commands
check-gtp-finished = answers also when the game is over
check-nboard-handshake = answers ping with pong
check-nboard-move = makes the moves that it is told
check-nboard-hint = gives hints
check-nboard-learn = answers learn with learned
check-nboard-refused = goes on after games and moves that cannot be
check-nboard-ping = stops a search when it is pinged
forfeit-crashed = the opponent's program has crashed
forfeit-illegal = the opponent's program has made an illegal move
forfeit-flagged = the opponent's program has taken too long
forfeit-resigned = the opponent has resigned
duel-faults = { $player } has lost by mistakes: { $crashed } by crashing, { $illegal } by illegal moves, { $overtime } by overtime
ladder-title = { $game }: { $players } players, { $count } games
ladder-player = player
ladder-rating = rating
ladder-interval = 95 %
ladder-games = games
ladder-results = results
ladder-score = score
ladder-superiority = stronger than next
ladder-prior = Somebody won or lost every game: every pair of players was given one drawn game more, so that there are ratings.
ladder-odd-games = games are played in pairs: --games is an even number
ladder-same-name = two players are called '{ $name }': NAME=PLAYER gives one another name
ladder-no-journal = this is no journal of a ladder
ladder-other = this is the journal of a ladder with other players, openings or limits
ladder-damaged = game { $number } cannot be read, or is not of this ladder
bot-wrong = a bot is NAME=PROTOCOL:COMMAND or NAME@GAME=PROTOCOL:COMMAND, as in mine=ugi:./bot, not '{ $bot }'
bot-failed = { $name } has failed: { $fault }. The level { $level } has made this move.

# Terminal: analysis, quadrants, search trees.
tui-menu-analyse = Analyse
tui-menu-quadrants = Quadrants
tui-analyse-about = Type or paste moves, a position or a game, or the name of a file; or choose a game below.
tui-analyse-keys = Enter read, analyse · ↑↓ your games · Esc back
tui-analyse-moves = moves
tui-analyse-position = position
tui-analyse-players = { $first } – { $second }
tui-gallery-keys = ↑↓ choose · Enter draw · n new · d delete · i import · x export · Esc back
tui-tile-built-in = built-in quadrants stay as they are
tui-tile-ask-remove = Delete { $name }?
tui-tile-ask-discard = Give up what you have drawn?
tui-tile-import = Import the file:
tui-tile-export = Write to the file:
tui-tile-name = Name:
tui-tile-nameless = new quadrant
tui-editor-title = Draw a quadrant
tui-editor-keys = arrows · Enter paint · 1–4 colour · s save · ? help · Esc back
tui-editor-help =
    t  turn    f  flip
    u  undo    U  redo
    c  clear   *  random
tui-tiles-help =
    Gallery
    arrows    choose a quadrant
    Enter     draw it: your own, or a copy
    n         draw a new one
    d         delete one of your own
    i, x      import from a file, export to one

    Drawing
    arrows    move the cursor (or hjkl)
    1 2 3 4   colour; also by its letter, or Tab
    Enter     paint (or space, click)
    Backspace take the colour away
    t, f      turn, flip
    u, U      undo, redo
    c, *      clear, fill at random
    s         name and save
    q, Esc    back
tui-think-title = Watch the computer think
tui-think-plan = { $game } · { $method } · depth { $depth } · { $order }
tui-think-alpha-beta = alpha-beta
tui-think-listed = moves as listed
tui-think-best-first = best moves first
tui-think-worst-first = worst moves first
tui-think-progress = step { $at } of { $all }
tui-think-searching = searching…
tui-think-keys = arrows walk · [ ] step · c cut · b best line · a alpha-beta · ± depth · ? help
tui-think-help =
    arrows    walk the tree (or hjkl):
              right unfolds, left folds
    Enter     unfold, fold; e everything
    g, G      first row, last row
    {"["} ]       one step back, one forth
    c         to the next cutoff
    Home End  begin the search, end it
    b         along the best line
    a         alpha-beta, or plain minimax
    +, -      look deeper, less deep
    o         another order of the moves
    q, Esc    back

    ▲ Max to move, ▼ Min to move, ■ judged
    {"*"} best line, ✂ left out
    ≤ and ≥: only a bound is known
tui-think-counts = Positions: { $without } without pruning, { $with } with alpha-beta, { $visited } so far
tui-think-at-most = at most { $value }
tui-think-at-least = at least { $value }
tui-think-begin = Press ]: the tree grows as the search goes on.
tui-think-enter-root = { $count ->
    [one] The search begins. It is Max's turn, who has one move.
   *[other] The search begins. It is Max's turn, and each of the { $count } moves is tried.
}
tui-think-enter-max = { $count ->
    [one] After { $path } it is Max's turn, who has one move.
   *[other] After { $path } it is Max's turn. Of { $count } moves, Max wants the one with the largest value.
}
tui-think-enter-min = { $count ->
    [one] After { $path } it is Min's turn, who has one move.
   *[other] After { $path } it is Min's turn. Of { $count } moves, Min wants the one with the smallest value.
}
tui-think-judge = After { $path } the depth is reached and the position is judged: it is worth { $value } to Max.
tui-think-judge-root = The game is over, and worth { $value } to Max.
tui-think-judge-end = After { $path } the game is over. { $reason } That is worth { $value } to Max.
tui-think-search = { $count ->
    [one] After { $path } the search goes on: one position that is not shown. The result is { $value }.
   *[other] After { $path } the search goes on: { $count } positions that are not shown. The result is { $value }.
}
tui-think-first-max = { $value } is the first value found here: Max keeps { $by } for now.
tui-think-first-min = { $value } is the first value found here: Min keeps { $by } for now.
tui-think-better-max = { $value } is more than { $before }: Max now prefers { $by }.
tui-think-better-min = { $value } is less than { $before }: Min now prefers { $by }.
tui-think-worse-max = { $value } is not more than { $before }: Max stays with { $by }.
tui-think-worse-min = { $value } is not less than { $before }: Min stays with { $by }.
tui-think-alpha-rises = Alpha rises to { $value }: once here, Max is sure of that much.
tui-think-beta-falls = Beta falls to { $value }: once here, Min can hold Max to that.
tui-think-leave-max = All moves after { $path } are known. Max takes the largest value: { $value }, with { $by }.
tui-think-leave-min = All moves after { $path } are known. Min takes the smallest value: { $value }, with { $by }.
tui-think-leave-at-most = After { $path } Max gets { $value } or less. More need not be known: Max has something as good elsewhere.
tui-think-leave-at-least = After { $path } Max gets { $value } or more. More need not be known: Min has something as good elsewhere.
tui-tile-imported = { $count ->
    [one] one quadrant taken in
   *[other] { $count } quadrants taken in
}
play-draw-offered = Player { $number } offers a draw. Does the other agree? (yes, no)
play-draw-declined = The draw is declined.

# Client of the match protocol

client-unreachable = the server cannot be reached: { $reason }
client-timeout = the server does not answer
client-untrusted = the server's certificate is not trusted: { $reason }. If it is your own, name its file in SSL_CERT_FILE
client-tls = no secure connection to the server: { $reason }
client-no-match = the server has no such game
client-status = the server refuses, with status { $status }
client-no-server = this is no Damier, or another version of it
client-moved = the server has moved: { $address }
client-outdated = this program and the server speak different versions of the protocol: update the older one

# The terminal online

tui-menu-online = Online
tui-setup-listing = Who may come
tui-board-halves = each lays half
tui-mode-online = Somebody elsewhere
tui-starts-opponent = the opponent
tui-listing-public = everybody, from the list
tui-listing-unlisted = with the link or the code
tui-keys-table = ? help · Enter play · u take back · D draw · R resign · G say · q leave
tui-after-end-table = q menu · w review · N play again
tui-you-watch = You are watching
tui-watchers = { $count } watching
tui-takeback-offered = Player { $number } asks to take back a move. Agree?
tui-takeback-asked = You ask to take back a move.
tui-rematch-offered = Player { $number } wants to play again. Agree?
tui-rematch-asked = You offer to play again.
tui-not-at-table = not in a game with somebody else
tui-ask-abort = Call the game off? It counts for nobody.
tui-ask-leave = Leave? Your opponent may claim the win after ten seconds.
tui-ask-claim = Your opponent is gone. Claim the win (y) or a draw (n)?
tui-ask-claim-end = Your opponent is gone. End the game?
tui-nobody-absent = your opponent is there
tui-absent = not connected, { $time }
tui-absent-too-long = gone for too long · C: claim
tui-not-stored = Not stored yet, trying again…
tui-connecting = Connecting…
tui-connection-lost = Connection lost, trying again…
tui-connection-lost-because = Connection lost, trying again… ({ $reason })
tui-no-answer = No answer from the server yet…
tui-kept-move = Your move { $move } is kept.
tui-kept-draw = Your draw offer is kept.
tui-kept-takeback = Your request to take back is kept.
tui-kept-resign = Your resignation is kept.
tui-kept-other = What you did is kept.
tui-move-waits = Your move before that has no answer yet.
online-greet-hello = Hello!
online-greet-good-luck = Good luck!
online-greet-well-played = Well played!
online-greet-thanks = Thank you!
online-greet-one-moment = One moment, please.
online-greet-oops = Oops!
online-greet-bye = Goodbye!
tui-table-closed = The table is closed
tui-table-closed-more = Nobody plays here any more.
tui-table-waiting = Waiting for an opponent
tui-table-sit = A seat is free
tui-table-laying = Lay the board
tui-table-starting = The game is about to begin
tui-table-sit-keys = type your name · Enter sit down · Esc leave
tui-table-laying-keys = ↑↓ quadrant · ←→ change · r turn, f flip · Enter agree · q leave
tui-table-waiting-keys = c computer · ←→ its level · q close the table
tui-table-watch-keys = ? help · q leave
tui-table-free = free
tui-table-seat = { $seat }: { $name }
tui-table-me = { $name } (you)
tui-table-agrees = agrees
tui-table-invited = Somebody waits for you here. Sit down, or stay and watch.
tui-table-name = Your name:
tui-table-watch = Both seats are taken. The game appears here when it begins.
tui-table-pass-on = Pass this link on to your opponent:
tui-table-code = Code: { $code }
tui-table-computer = c: seat the computer ‹ { $level } ›
tui-table-ask-close = Close the table?
tui-table-ask-leave = Leave the table?
tui-lay-upper = You lay the upper half.
tui-lay-lower = You lay the lower half.
tui-lay-other-missing = Nobody is there yet for the other half.
tui-lay-other-agrees = Your opponent agrees with the board.
tui-lay-other-laid = Your opponent has laid { $count } of 2 quadrants.
tui-lay-agree = Enter: this board suits me
tui-lay-agreed = You agree. The game begins as soon as your opponent does too.
tui-lay-agree-when = As soon as all four quadrants lie there, both confirm the board.
tui-online-keys = ↑↓ choose · ←→ change · Enter open · Esc back
tui-online-join = Join with a link, a code or an address
tui-online-server = Server
tui-online-this-machine = this machine
tui-online-tables = Tables of the server
tui-online-open = Open a table
tui-online-seek = Find any opponent
tui-online-seek-game = with the game
tui-online-seek-clock = and the clock
tui-online-network = On this network
tui-online-type = A code, a link, or the address of another Damier:
tui-online-type-server = Address of the server; empty: this machine
tui-online-looking = Looking for tables…
tui-online-no-tables = Nobody is waiting just now. Open a table: others will see it here.
tui-online-no-neighbours = No other Damier yet on this network. An address can be typed, too.
tui-online-free = seat free
tui-online-playing = playing
tui-stranger = player { $number }
play-sharing-ended = The owner of the server no longer lets others in.
play-unknown-game = this program does not know the game
play-unreadable-state = the server sends a board that cannot be shown
play-no-place = this is no code, no link and no address: a code has six letters and digits, an address looks like 192.168.1.20 or https://damier.example
play-code-unknown = No game has this code now. Perhaps it is over, or a letter is wrong.
play-code-needs-server = a code belongs to a server: name it with --server, or use the link
play-how-to-return = Go back to the table: damier play --connect { $link }
play-says = { $name } says: { $words }
play-you-sit = You sit here, as player { $number }.
play-came = { $name } sits down.
play-left = { $name } has left.
play-gone = { $name } has lost the connection.
play-back = { $name } is back.
play-taken-back = A move has been taken back.
play-table-draw-offered = Player { $number } offers a draw: accept or decline.
play-takeback-offered = Player { $number } asks to take back a move: accept undo or decline undo.
play-rematch-offered = Player { $number } wants to play again: accept rematch, or quit.
play-rematch-begins = The rematch begins.
play-laid = Player { $number } has laid: { $tiles }
play-agrees = Player { $number } agrees with the board.
play-connection-back = Connection restored
play-kept = There is no connection: that is kept, and sent when it is back.
play-may-sit = A seat is free: type sit and your name, or wait and watch.
play-table-commands = Other commands: help
play-table-over = Play again: rematch. End: quit.
play-table-help =
    sit NAME     sit down
    undo, draw   ask to take back a move, offer a draw
    accept, decline   answer; also accept undo, accept rematch
    resign       give up, or call off a game that has hardly begun
    claim        claim the win from somebody who is gone; claim draw
    say N        1 hello, 2 good luck, 3 well played, 4 thanks, 5 one moment, 6 oops, 7 goodbye
    lay, confirm      lay your half of the board, as in lay 1 2f+90; agree with the board
    computer LEVEL    let the computer take the free seat
    link         how others find the table
    rematch      play again
    leave        give the seat up
play-ask-table = Which table? (its number; Enter ends)
play-table-row = { $number }  { $game }, { $players }
play-no-clock = a clock is minutes and seconds, as in 5+3, not { $text }

# Certificates.
prove-game-missing = which game? damier prove GAME --out FILE, or damier prove --check FILE
prove-no-certificates = there are no certificates for { $game }
prove-moves = { $moves } moves of the strategy
prove-valid = The certificate is valid.
prove-win = Player { $number } wins in { $plies } plies or fewer; moves of the strategy: { $moves }
prove-draw = Player { $number } draws at least, in { $plies } plies or fewer; moves of the strategy: { $moves }
prove-margin = Player { $number } gets { $margin } at least, in { $plies } plies or fewer; moves of the strategy: { $moves }
prove-refused = { $file }, line { $line }: { $why }
# Engines in the browser
serve-no-web = --engine browser needs --web DIR: a folder made by `cargo xtask web`, with the engines for browsers
serve-web-unusable = { $path } has no engines for browsers: { $error }

# Puzzles.
puzzle-none = there are no puzzles for { $game }
puzzle-no-such = there is no such puzzle
puzzle-records-unused = --record is for --from records
puzzle-positions = { $positions } positions
puzzle-mined = Games: { $games }, positions looked at: { $positions }, puzzles kept: { $kept }
puzzle-refused = Refused: { $count }, { $reason }
puzzle-time = Seconds for a puzzle: { $seconds }
puzzle-proved = Puzzles proved: { $count }
puzzle-title = { $game }, puzzle { $id }: difficulty { $grade } of 6, rating { $rating }
puzzle-goal-win = Player { $number } to move wins, with one move only. Moves to find: { $moves }
puzzle-goal-within = Player { $number } to move wins in { $amount } moves at most. Moves to find: { $moves }
puzzle-goal-draw = Player { $number } to move holds the draw, with one move only. Moves to find: { $moves }
puzzle-goal-draw-best = Player { $number } to move draws, and no other move does. Moves to find: { $moves }
puzzle-goal-margin = Player { $number } to move wins by { $amount } with the best play of both. Moves to find: { $moves }
puzzle-how = Type a move, or hint, solution, moves, quit.
puzzle-right = Right. The opponent replies { $reply }.
puzzle-wrong-win = { $move } does not win: that is proved.
puzzle-wrong-within = { $move } does not win as soon: that is proved.
puzzle-wrong-draw = { $move } loses: that is proved.
puzzle-wrong-margin = { $move } gives at least two away: that is proved.
puzzle-refutation = The opponent replies { $reply }.
puzzle-refutation-line = The opponent replies { $reply }, and it may go on with { $rest }.
puzzle-solved = { $mistakes ->
    [0] Solved.
    [one] Solved, after one mistake.
   *[other] Solved, after { $mistakes } mistakes.
}
puzzle-solution = The solution: { $moves }
puzzle-hint-themes = It is about: { $themes }
puzzle-hint-piece = Move the piece on { $square }.
puzzle-hint-move = The move is { $move }.

## Time of the players of a duel

duel-time-used = time of a game: { $one } { $time } s, { $other } { $other_time } s
