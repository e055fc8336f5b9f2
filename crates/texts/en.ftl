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
tally = { $label }: { $first } – { $second }
swapped = seats exchanged
# The board that was drawn, as it can be typed again.
drawn-board = board: seed:{ $seed }

## Right, unusual, wrong

ok = ok
warning = warning: { $text }
error = error: { $text }
about = { $name }: { $text }
not-written = the output cannot be written: { $error }
unknown-game = there is no game '{ $name }' (games: { $known })
unknown-game-near = there is no game '{ $name }', did you mean { $near }? (games: { $known })
unknown-player = there is no player '{ $name }' here (players: { $known })
no-solver = { $game } has no solver
no-score = moves and a score were expected, as in 4453 -2
not-read = { $path } cannot be read: { $error }
not-saved = { $path } cannot be written: { $error }
in-file = { $path }, line { $line }: { $text }
other-game = the first game in it is { $game }
no-game = there is no game in it

## Analysis

analyse-status = depth { $depth }   best { $best }   { $nodes } nodes
analyse-win = { $moves ->
    [one] Player { $number } wins in 1 move
   *[other] Player { $number } wins in { $moves } moves
}
analyse-win-by = Player { $number } wins by { $margin }
analyse-draw = Draw
analyse-estimate = player { $number } may expect { $chance } % of the points
analyse-line = best line: { $line }
analyse-cost = depth { $depth }, { $nodes } nodes, { $seconds } s, { $speed } nodes/s
value-win = { $moves ->
    [one] wins in 1 move
   *[other] wins in { $moves } moves
}
value-loss = { $moves ->
    [one] loses in 1 move
   *[other] loses in { $moves } moves
}
value-draw = draw
value-win-by = wins by { $margin }
value-loss-by = loses by { $margin }
value-estimate = { $points } ({ $chance } %)
value-exact = exact
value-estimated = estimated

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

## Solutions

solve-bounds = the score is between { $low } and { $high }
solve-column = column { $column }: { $score }
solve-score = score: { $score }
solve-cost = { $nodes } nodes, { $seconds } s, { $speed } nodes/s

## Opening books

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
    hint         what the computer would play
    moves        the legal moves
    position     the position in one line
    save FILE    write the game to a new file
    resign       give up
    swap         exchange seats, after the first move of a game with the swap rule
    help         this list
    quit         end
play-interrupted = game interrupted
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

# After "Player 2 wins: " or "Draw: ".
end-agreed = both players agree
end-resigned = the opponent resigns
end-flagged = the opponent's time has run out
end-abandoned = the opponent has left
end-aborted = the game was aborted
refused-try-again = that did not work, try again
refused-stale = the game has moved on
refused-not-yours = that player is not yours to move
refused-protocol = this server speaks version { $version } of the protocol: load the page again
refused-no-hello = say hello first
refused-bad-message = that is no message of the protocol
problem-not-found = there is nothing here
problem-too-large = that is too long
problem-host = this server does not have that name
problem-origin = only the page itself may do that
problem-busy = the server has too much to do, try again
problem-failed = something went wrong here
problem-unreadable = that cannot be read: { $error }
problem-no-game = there is no game '{ $name }'
problem-no-opponent = there is no opponent '{ $name }'
problem-long-name = that name is too long
problem-clock = a clock shows one second to one day
problem-no-hint = no hints in a game between two people
problem-no-record = there is no game in the file
problem-not-owner = only the owner may do that, at the same machine

## Starting the server

serve-address = Damier: { $url }
serve-how-to-end = Ctrl-C ends it.
serve-runs-already = It is running already.
serve-no-browser = the browser does not open: type the address into it
serve-port-taken = another program uses port { $port }: choose another one with --port
serve-no-listener = nobody can be heard at { $address }: { $error }
serve-no-data-folder = there is no folder for data: name one with --data
serve-no-data = { $path } cannot be used: { $error }
serve-failed = the server cannot go on: { $error }
serve-page-with-command = --no-open, --port and --data start the page: they come without a command
