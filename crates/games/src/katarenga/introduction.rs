//! Playable introduction of Katarenga.

use rules::{Expected, IntroductionStep, Text};

/// The steps, in order.
pub(super) static STEPS: &[IntroductionStep] = &[
    IntroductionStep {
        start: "xxxxxxxx/8/8/8/8/8/8/oooooooo x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB --/-- classic",
        task: Text::new(
            "You are Red. A pawn moves by the colour of the square it stands on. The one on d8 stands on red and goes straight, like a rook: move it.",
            "Vous avez les rouges. Un pion se déplace selon la couleur de sa case. Celui en d8 est sur du rouge et va tout droit, comme une tour : déplacez-le.",
        ),
        expected: Expected::Moves(&["d8d5", "d8d7", "d8d6", "d8d4", "d8d3"]),
        otherwise: Some(Text::new(
            "That is a move too, but this time move the pawn on d8.",
            "C'est aussi un coup, mais cette fois déplacez le pion en d8.",
        )),
        reply: None,
        success: Text::new(
            "Next time it will move by the colour of the square where it stands now.",
            "La prochaine fois, il se déplacera selon la couleur de la case où il est maintenant.",
        ),
    },
    IntroductionStep {
        start: "xxxxxxxx/8/8/8/8/8/8/oooooooo x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB --/-- classic",
        task: Text::new(
            "How far can it go? Try to move the pawn from d8 all the way to d2.",
            "Jusqu'où peut-il aller ? Essayez de mener le pion de d8 jusqu'en d2.",
        ),
        expected: Expected::Refusals(&["d8d2"]),
        otherwise: Some(Text::new(
            "It can go there. Try d2, which is farther.",
            "Il peut aller là. Essayez d2, plus loin.",
        )),
        reply: None,
        success: Text::new(
            "A pawn that leaves red may enter the next red square, but not go beyond it. From yellow it is the same, along the diagonals, like a bishop.",
            "Un pion qui quitte du rouge peut entrer sur la case rouge suivante, mais pas la dépasser. Depuis le jaune, c'est pareil, en diagonale, comme un fou.",
        ),
    },
    IntroductionStep {
        start: "xxxxxxxx/8/8/8/8/8/8/oooooooo x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB --/-- classic",
        task: Text::new(
            "From green a pawn jumps like a knight, even over others: two squares straight and one to the side. Jump with the pawn on c8 or f8.",
            "Depuis le vert, un pion saute comme un cavalier, même par-dessus les autres : deux cases droit, une de côté. Sautez avec le pion en c8 ou f8.",
        ),
        expected: Expected::Moves(&[
            "c8d6", "c8b6", "c8a7", "c8e7", "f8e6", "f8g6", "f8d7", "f8h7",
        ]),
        otherwise: Some(Text::new(
            "That pawn does not stand on green. Take the one on c8 or f8.",
            "Ce pion n'est pas sur du vert. Prenez celui en c8 ou f8.",
        )),
        reply: None,
        success: Text::new(
            "From blue it takes one step in any direction, like a king. The signs on the squares remind you: rook, bishop, knight, king.",
            "Depuis le bleu, il fait un pas dans n'importe quel sens, comme un roi. Les signes sur les cases le rappellent : tour, fou, cavalier, roi.",
        ),
    },
    IntroductionStep {
        start: "3xx2o/4x3/1x6/4o3/8/3o4/1o6/8 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB --/-- classic",
        task: Text::new(
            "A pawn that ends its move on an enemy pawn captures it. Capture a blue pawn.",
            "Un pion qui finit son coup sur un pion adverse le prend. Prenez un pion bleu.",
        ),
        expected: Expected::Moves(&["b6b2", "d8d3", "e8h8"]),
        otherwise: Some(Text::new(
            "That captures nothing. The pawns on b6, d8 and e8 can each reach a blue pawn.",
            "Cela ne prend rien. Les pions en b6, d8 et e8 peuvent chacun atteindre un pion bleu.",
        )),
        reply: None,
        success: Text::new(
            "The blue pawn is out of the game. Who has fewer than two pawns left, counting those in camps, has lost.",
            "Le pion bleu est hors jeu. Qui n'a plus deux pions, camps compris, a perdu.",
        ),
    },
    IntroductionStep {
        start: "xx1xx2x/8/8/5o2/2o5/3x4/8/oo5o x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB --/-- classic",
        task: Text::new(
            "Your goal: the two camps in the corners behind Blue's home row, row 1. Try to go straight in: choose the pawn on d3, then one of these camps.",
            "Votre but : les deux camps, aux coins derrière la rangée de départ de Bleu, la rangée 1. Essayez d'y aller tout droit : choisissez le pion en d3, puis un de ces camps.",
        ),
        expected: Expected::Refusals(&["d3>l", "d3>r"]),
        otherwise: Some(Text::new(
            "That is a move on the board. Choose the pawn on d3, then a camp in a corner beyond row 1.",
            "C'est un coup sur le plateau. Choisissez le pion en d3, puis un camp dans un coin au-delà de la rangée 1.",
        )),
        reply: None,
        success: Text::new(
            "First the pawn has to reach row 1. It enters a camp in a later turn.",
            "Le pion doit d'abord atteindre la rangée 1. Il entre dans un camp à un tour suivant.",
        ),
    },
    IntroductionStep {
        start: "xx1xx2x/8/8/5o2/2o5/3x4/8/oo5o x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB --/-- classic",
        task: Text::new(
            "So bring the pawn on d3 to row 1, where Blue started.",
            "Menez donc le pion en d3 sur la rangée 1, d'où Bleu est parti.",
        ),
        expected: Expected::Moves(&["d3d1"]),
        otherwise: Some(Text::new(
            "Not there yet: d3 stands on red, so it goes straight to d1.",
            "Pas encore : d3 est sur du rouge, le pion va donc tout droit en d1.",
        )),
        reply: Some("h1g2"),
        success: Text::new(
            "Your pawn has arrived, and Blue could not capture it. Now it may enter.",
            "Votre pion est arrivé, et Bleu n'a pas pu le prendre. Maintenant il peut entrer.",
        ),
    },
    IntroductionStep {
        start: "xx1xx2x/8/8/5o2/2o5/8/6o1/oo1x4 x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB --/-- classic",
        task: Text::new(
            "Take the pawn on d1 into a camp: choose it, then the camp. Colours and distance do not matter here.",
            "Faites entrer le pion en d1 dans un camp : choisissez-le, puis le camp. Ici, ni la couleur ni la distance ne comptent.",
        ),
        expected: Expected::Moves(&["d1>l", "d1>r"]),
        otherwise: Some(Text::new(
            "Your pawn waits on d1. Choose it, then a camp in a corner beyond row 1.",
            "Votre pion attend en d1. Choisissez-le, puis un camp dans un coin au-delà de la rangée 1.",
        )),
        reply: None,
        success: Text::new(
            "It stays there for ever, and nobody can capture it. One more, and you win.",
            "Il y reste pour toujours, et personne ne peut plus le prendre. Encore un, et vous gagnez.",
        ),
    },
    IntroductionStep {
        start: "1x3x2/8/8/5o2/2o5/8/8/3x1o1o x YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB x-/-- classic",
        task: Text::new(
            "Later in a game: one camp is yours, and another pawn has arrived. Win.",
            "Plus tard dans une partie : un camp est à vous, et un autre pion est arrivé. Gagnez.",
        ),
        expected: Expected::Win("d1>r"),
        otherwise: Some(Text::new(
            "You can win at once: the pawn on d1 may enter the other camp.",
            "Vous pouvez gagner tout de suite : le pion en d1 peut entrer dans l'autre camp.",
        )),
        reply: None,
        success: Text::new(
            "Both camps are filled: you win. Mind your own home row too, for Blue wants to do the same. Have a good game!",
            "Les deux camps sont occupés : vous gagnez. Surveillez aussi votre rangée de départ, car Bleu veut en faire autant. Bonne partie !",
        ),
    },
];
