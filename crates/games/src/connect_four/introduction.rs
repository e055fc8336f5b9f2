//! Playable introduction of Connect Four.

use rules::{Expected, IntroductionStep, Text};

/// The steps, in order.
pub(super) static STEPS: &[IntroductionStep] = &[
    IntroductionStep {
        start: "7/7/7/7/7/7 x",
        task: Text::new(
            "You are Red, and you start. Choose a column: your disc falls to its lowest free cell.",
            "Vous avez les rouges et vous commencez. Choisissez une colonne : votre jeton tombe tout en bas.",
        ),
        expected: Expected::AnyMove("4"),
        otherwise: None,
        reply: Some("4"),
        success: Text::new(
            "Your disc has fallen, and Yellow has answered in column 4. Discs never move again, so they pile up.",
            "Votre jeton est tombé, et Jaune a répondu dans la colonne 4. Un jeton posé ne bouge plus : ils s'empilent.",
        ),
    },
    IntroductionStep {
        start: "3o3/3x3/3o3/3x3/3o3/3x3 x",
        task: Text::new(
            "Column 4 is full. Try to drop a disc into it all the same.",
            "La colonne 4 est pleine. Essayez quand même d'y jouer.",
        ),
        expected: Expected::Refusals(&["4"]),
        otherwise: Some(Text::new(
            "That column still has room. Try the full one, column 4.",
            "Cette colonne a encore de la place. Essayez celle qui est pleine, la colonne 4.",
        )),
        reply: None,
        success: Text::new(
            "A column has six cells. When they are taken, choose another column.",
            "Une colonne a six cases. Quand elles sont prises, choisissez-en une autre.",
        ),
    },
    IntroductionStep {
        start: "7/7/7/7/oo5/xxx1o2 x",
        task: Text::new(
            "Four of your discs in a line win. You have three at the bottom: add the fourth.",
            "Quatre de vos jetons alignés gagnent. Vous en avez trois en bas : ajoutez le quatrième.",
        ),
        expected: Expected::Win("4"),
        otherwise: Some(Text::new(
            "Not four yet. Look at the lowest row: which cell is missing?",
            "Pas encore quatre. Regardez la rangée du bas : quelle case manque ?",
        )),
        reply: None,
        success: Text::new(
            "Four in a row: the game is over and you have won.",
            "Quatre à l'horizontale : la partie est finie, vous avez gagné.",
        ),
    },
    IntroductionStep {
        start: "7/7/7/3x3/3xo2/3xoo1 x",
        task: Text::new(
            "A line may also stand upright. Win now.",
            "Une ligne peut aussi être verticale. Gagnez tout de suite.",
        ),
        expected: Expected::Win("4"),
        otherwise: Some(Text::new(
            "That does not make four. Your three discs stand in one column.",
            "Cela ne fait pas quatre. Vos trois jetons sont dans la même colonne.",
        )),
        reply: None,
        success: Text::new("Four in a column win as well.", "Quatre à la verticale gagnent aussi."),
    },
    IntroductionStep {
        start: "7/7/7/2xx3/1xxo3/xooo1o1 x",
        task: Text::new(
            "And it may run along a diagonal: yours starts at the bottom left. Complete it.",
            "Ou en diagonale : la vôtre part d'en bas à gauche. Complétez-la.",
        ),
        expected: Expected::Win("4"),
        otherwise: Some(Text::new(
            "Not that one. Follow the diagonal from the corner upwards: which column comes next?",
            "Pas celle-là. Suivez la diagonale depuis le coin : quelle colonne vient ensuite ?",
        )),
        reply: None,
        success: Text::new(
            "Four on a diagonal. Diagonals are the lines that people overlook.",
            "Quatre en diagonale. Ce sont les lignes que l'on oublie de regarder.",
        ),
    },
    IntroductionStep {
        start: "7/7/7/7/1xx4/1xooo2 x",
        task: Text::new(
            "Now Yellow has three in the lowest row, and would win next. Stop it.",
            "Cette fois, c'est Jaune qui en a trois en bas et gagnerait au prochain coup. Empêchez-le.",
        ),
        expected: Expected::Moves(&["6"]),
        otherwise: Some(Text::new(
            "Then Yellow drops a disc into column 6 and wins. Take that cell yourself.",
            "Alors Jaune joue dans la colonne 6 et gagne. Prenez cette case vous-même.",
        )),
        reply: Some("4"),
        success: Text::new(
            "Stopped. Before each move, look first whether you can win, then whether the other could.",
            "Arrêté. Avant chaque coup, regardez d'abord si vous pouvez gagner, puis si l'autre le pourrait.",
        ),
    },
    IntroductionStep {
        start: "7/7/7/7/2oo3/2xx3 x",
        task: Text::new(
            "The best trick: make three discs in the lowest row that can be completed at both ends.",
            "La meilleure astuce : alignez trois jetons en bas, avec une case libre à chaque bout.",
        ),
        expected: Expected::Moves(&["5", "2"]),
        otherwise: Some(Text::new(
            "Yellow can stop that. Put a disc right beside your two, in the lowest row.",
            "Jaune peut parer cela. Jouez juste à côté de vos deux jetons, en bas.",
        )),
        reply: None,
        success: Text::new(
            "Two threats at once, and Yellow can stop only one: you win next. That is all there is to know. Have a good game!",
            "Deux menaces à la fois, et Jaune n'en pare qu'une : vous gagnez au coup suivant. Vous savez tout. Bonne partie !",
        ),
    },
];
