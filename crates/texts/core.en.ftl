# What the core says in English: rules, rooms and the answers to the page, wherever they run, also in the browser.
# core.fr.ftl says the same in French. What the programs around it say (command line, terminal, server) is in en.ftl,
# which the core in the browser does not have.

## Games

unknown-game = there is no game '{ $name }' (games: { $known })
unknown-game-near = there is no game '{ $name }', did you mean { $near }? (games: { $known })
think-no-lesson = { $game } has no minimax player to watch

## How games end, after "Player 2 wins: " or "Draw: "

end-agreed = both players agree
end-resigned = the opponent resigns
end-flagged = the opponent's time has run out
end-abandoned = the opponent has left
end-abandoned-draw = the opponent has left, and a draw was claimed
end-aborted = the game was called off

## Refusals in a room

refused-try-again = that did not work, try again
refused-stale = that came too late: the game has moved on
refused-not-yours = that player is not yours to move
refused-watching = you watch this game; it is played by whoever started it
refused-too-long = this game has gone on for too long: start another from here
refused-protocol = this server speaks version { $version } of the protocol: load the page again
refused-no-hello = say hello first
refused-bad-message = that is no message of the protocol
refused-slow-down = too many messages at once, slow down
refused-full = too many people watch this game already
refused-no-secret = say hello with the secret of the seat first
refused-busy = the engine has too much to do right now, try again in a moment
refused-analysis-browser = this server does not analyse: your browser does, with the page of this server
refused-no-engine = the engine cannot be loaded at the moment; it is tried again

## Requests that are refused

about = { $name }: { $text }
problem-not-found = there is nothing here
problem-too-large = that is too long
problem-host = this server does not have that name
problem-origin = only the page itself may do that
problem-blocked = the operator of this server keeps you out
problem-busy = the server has too much to do, try again
problem-overdue = this takes the server too long just now; try again later, or with less at a time
problem-not-stored = that is not stored yet, try again in a moment
problem-no-page = a page of a list is asked for by the time and the id of the element before it
problem-too-many = that was too often, wait a moment
problem-timeout = the request took too long to arrive
problem-failed = something went wrong here
problem-unreadable = that cannot be read: { $error }
problem-no-utf8 = this is no text in UTF-8
problem-no-json = line { $line }, column { $column }: this is no JSON
problem-json-ends = the JSON ends too early
problem-field-missing = the field '{ $name }' is missing
problem-field-unknown = there is no field '{ $name }' here
problem-field-twice = the field '{ $name }' stands here twice
problem-kind = { $kind } belongs here
problem-length = a list of another length belongs here
problem-no-boolean = true or false belongs here
problem-no-number = a number belongs here
problem-large-number = this number is too large
problem-value = this is not possible here
problem-seat-secret = a seat's secret is 32 hexadecimal digits in lower case
kind-whole = a whole number from { $least } to { $most }
kind-number = a number
kind-boolean = true or false
kind-text = a text
kind-list = a list
kind-object = an object
problem-no-game = there is no game '{ $name }'
problem-no-opponent = there is no opponent '{ $name }'
problem-clock = a clock shows one second to one day
problem-no-hint = no hints in a game while two people are playing it
problem-depth = the depth is a number from 1 to { $most }
problem-no-analysis = no analysis of a game while two people are playing it
problem-own-game = the computer gives no help with a game that you, or somebody on your network, is playing against a person
problem-step = there is no such step: this introduction has { $steps }
problem-stale = it was changed somewhere else in the meantime
problem-too-deep = the variations stand too deep within each other
problem-long-analysis = that is too much for one analysis: { $moves } moves at most
problem-long-comment = that comment is too long
problem-no-mark = '{ $mark }' is no sign for a move
problem-no-match = there is no match '{ $id }' here
problem-no-link = this link leads to nothing that can be analysed
problem-no-record = there is no game in the file
problem-no-tiles = this game has no quadrants
problem-quota = you have stored as much as this server keeps for one visitor: delete analyses or quadrants that you no longer need
problem-storage-full = this server has no room for more games and analyses; those that are there go on, and its operator can make room
problem-tile-taken = there is a quadrant named '{ $name }' already
problem-tile-changed = this quadrant has been changed or removed elsewhere in the meantime
problem-tiles-full = there is no room for more than { $most } quadrants of your own
problem-file-lengths = the lengths are not those of the files
problem-no-parent = move { $index }: the move before it stands later in the list, or is missing
problem-many-files = at most { $most } files can be brought at once
problem-fair-games = at most { $most } games, with scores between 0 and 1
problem-many-matches = at most { $most } games at once
problem-profile-format = this is not a file of a profile: expected “{ $format }”
problem-picture-option = '{ $value }' is not possible here: { $allowed }
problem-picture-size = a picture has { $least } to { $most } pixels
problem-picture-entries = there are only { $entries } entries in this game
problem-picture-start = this game has many boards: the picture needs a start position
problem-incompatible = a newer version of the program has continued this game, try again in a moment

## Captions of shared games

share-heading = { $game }: { $first } – { $second }
share-computer = computer ({ $level })
share-nobody = a free seat
share-wins = { $winner } wins: { $reason }
share-wins-score = { $winner } wins { $score }: { $reason }
share-draw = draw: { $reason }
share-turn = { $name } to move, { $moves ->
    [0] at the start
    [one] after 1 move
   *[other] after { $moves } moves
}
share-waiting = waiting for players
share-position = { $game }: a position

# Puzzles.
problem-puzzle-moves = these are not the moves of a solver up to now, with one that is tried
problem-missing-data = a file that this needs has not been loaded
share-puzzle = { $game }: puzzle
share-puzzle-task = { $name } to move: find the one right move
