//! Playable introduction of tic-tac-toe.

use rules::{Expected, IntroductionStep, Text};

/// The steps, in order.
pub(super) static STEPS: &[IntroductionStep] = &[
    IntroductionStep {
        start: "3/3/3 x",
        task: Text::new(
            "You are Crosses, and you start. Choose any square.",
            "Vous avez les croix et vous commencez. Choisissez une case.",
        ),
        expected: Expected::AnyMove("b2"),
        otherwise: None,
        reply: None,
        success: Text::new("Your cross stays there.", "Votre croix y reste."),
    },
    IntroductionStep {
        start: "3/1o1/x2 x",
        task: Text::new(
            "Try the square in the middle, where a nought stands.",
            "Essayez la case du milieu, où il y a un rond.",
        ),
        expected: Expected::Refusals(&["b2"]),
        otherwise: Some(Text::new(
            "That square is free. Try the one in the middle.",
            "Cette case est libre. Essayez celle du milieu.",
        )),
        reply: None,
        success: Text::new(
            "Only empty squares can be chosen.",
            "On ne choisit que des cases vides.",
        ),
    },
    IntroductionStep {
        start: "xx1/oo1/3 x",
        task: Text::new(
            "Three of your signs in line win. Win now.",
            "Trois de vos signes alignés gagnent. Gagnez.",
        ),
        expected: Expected::Win("c3"),
        otherwise: Some(Text::new(
            "Not three in line yet. Look at the top row.",
            "Pas encore trois alignés. Regardez la rangée du haut.",
        )),
        reply: None,
        success: Text::new("Three in line: you have won.", "Trois alignés : vous avez gagné."),
    },
    IntroductionStep {
        start: "oo1/x2/1x1 x",
        task: Text::new(
            "Noughts would win next. Stop them.",
            "Les ronds gagneraient au prochain coup. Empêchez-les.",
        ),
        expected: Expected::Moves(&["c3"]),
        otherwise: Some(Text::new(
            "Then Noughts win in the top row.",
            "Alors les ronds gagnent en haut.",
        )),
        reply: Some("a1"),
        success: Text::new("Stopped.", "Arrêtés."),
    },
    IntroductionStep {
        start: "x2/1o1/o1x x",
        task: Text::new(
            "One square stops Noughts and makes two threats at once. Find it.",
            "Une case arrête les ronds et crée deux menaces à la fois. Trouvez-la.",
        ),
        expected: Expected::Moves(&["c3"]),
        otherwise: Some(Text::new(
            "Then Noughts win on the diagonal.",
            "Alors les ronds gagnent en diagonale.",
        )),
        reply: None,
        success: Text::new("Two threats: one of them will win.", "Deux menaces : l'une gagnera."),
    },
];
