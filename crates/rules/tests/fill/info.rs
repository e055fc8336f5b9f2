//! What is said of the game, and its faults.

use damier_rules::{BoardLook, Expected, Info, IntroductionStep, RuleSet, Style, Text};

/// Faults, each against one law.
pub(crate) struct Fault;

macro_rules! faults {
    ($($name:ident)*) => { faults!(@ 0_u8; $($name)*); };
    (@ $number:expr; $name:ident $($rest:ident)*) => {
        impl Fault {
            pub(crate) const $name: u8 = $number;
        }
        faults!(@ $number + 1; $($rest)*);
    };
    (@ $number:expr;) => {};
}

faults! {
    NONE NO_END COUNT TWICE NUMBER ILLEGAL MOVE_TEXT WIDTH TURN SAME ALL_LEGAL NULL START_TEXT TEXT OTHER_TEXT
    KEY_OF_HISTORY OUTCOME KEY_OF_NOTHING ENDLESS
    CELLS FILES RANKS PIECE GROUND LABEL MARKS TITLE STEP SAME_STEPS POINTED POINTED_IN_STEP CHANGES
    NO_RULES ONE_PIECE ID DIAGRAMS DIAGRAM
    FEW_STEPS MANY_STEPS NO_WIN NEEDLESS_COMMENT NO_COMMENT NO_EXAMPLE WRONG_WIN WRONG_REFUSAL NO_FRENCH
    REPLY STEP_START INEXACT
}

const NAME: Text = Text::new("Fill", "Remplir");

const fn style(letter: char) -> Style {
    Style { label: NAME, glyph: letter, letter, rgb: 0 }
}

/// What is said of the game with a fault.
pub(super) const fn info(fault: u8) -> Info {
    const DIAGRAM: &str = "```board\nposition: x-o- x\ncaption: Now.\n```\n";
    Info {
        id: if fault == Fault::ID { "Fill" } else { "fill" },
        title: if fault == Fault::TITLE { Text::new("Fill", "") } else { NAME },
        goal: NAME,
        first_turn: NAME,
        seats: [NAME, NAME],
        grounds: const { &[style('.'), style(',')] },
        pieces: if fault == Fault::ONE_PIECE {
            const { &[style('X')] }
        } else {
            const { &[style('X'), style('O')] }
        },
        look: BoardLook::CLOTH,
        files: if fault == Fault::FILES { &["a"] } else { &["a", "b"] },
        ranks: if fault == Fault::RANKS { &["1"] } else { &["2", "1"] },
        move_width: if fault == Fault::WIDTH { 3 } else { 2 },
        rule_sets: if fault == Fault::NO_RULES {
            &[]
        } else {
            const {
                &[
                    RuleSet { id: "classic", title: NAME, about: NAME },
                    RuleSet { id: "other", title: NAME, about: NAME },
                ]
            }
        },
        tiles: &[],
        swap: true,
        rules: match fault {
            Fault::DIAGRAMS => Text::new(DIAGRAM, "Rien."),
            Fault::DIAGRAM => Text::new("```board\nposition: ? x\ncaption: Now.\n```\n", DIAGRAM),
            _ => Text::new(DIAGRAM, DIAGRAM),
        },
        introduction: introduction(fault),
    }
}

const fn step(
    start: &'static str,
    expected: Expected,
    comment: Option<Text>,
    reply: Option<&'static str>,
) -> IntroductionStep {
    IntroductionStep { start, task: NAME, expected, otherwise: comment, reply, success: NAME }
}

const OTHERWISE: Option<Text> = Some(Text::new("Not that.", "Pas cela."));
const ANY: IntroductionStep = step("---- x", Expected::AnyMove("a1"), None, None);
const REFUSED: IntroductionStep = step("--x- o", Expected::Refusals(&["a1"]), OTHERWISE, None);
const WIN: IntroductionStep = step("x-o- x", Expected::Win("b2"), OTHERWISE, None);
const ANSWERED: IntroductionStep = step("x-o- x", Expected::Moves(&["b1"]), OTHERWISE, Some("b2"));
const ONE_OF_TWO: IntroductionStep =
    step("---- x", Expected::Moves(&["a1", "b1"]), OTHERWISE, None);

/// The usual steps, with another one in the place of the last.
macro_rules! last_step {
    ($step:expr) => {
        const { &[ANY, REFUSED, WIN, ANSWERED, $step] }
    };
}

const fn introduction(fault: u8) -> &'static [IntroductionStep] {
    match fault {
        Fault::FEW_STEPS => const { &[ANY, REFUSED, WIN, ANSWERED] },
        Fault::MANY_STEPS => const { &[ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, WIN] },
        Fault::NO_WIN => const { &[ANY, REFUSED, ANSWERED, ONE_OF_TWO, ANY] },
        Fault::NEEDLESS_COMMENT => {
            last_step!(step("---- x", Expected::AnyMove("a1"), OTHERWISE, None))
        }
        Fault::NO_COMMENT => last_step!(step("---- x", Expected::Moves(&["a1"]), None, None)),
        Fault::NO_EXAMPLE => last_step!(step("---- x", Expected::Moves(&[]), OTHERWISE, None)),
        Fault::WRONG_WIN => last_step!(step("x-o- x", Expected::Win("b1"), OTHERWISE, None)),
        Fault::WRONG_REFUSAL => {
            last_step!(step("---- x", Expected::Refusals(&["a1"]), OTHERWISE, None))
        }
        Fault::NO_FRENCH => {
            last_step!(step("---- x", Expected::Moves(&["a1"]), Some(Text::new("No.", "")), None))
        }
        Fault::REPLY => last_step!(step("x-o- x", Expected::Moves(&["b1"]), OTHERWISE, Some("a2"))),
        Fault::STEP_START => last_step!(step("--- x", Expected::AnyMove("a1"), None, None)),
        Fault::INEXACT => last_step!(step("---- x", Expected::AnyMove("A1"), None, None)),
        _ => last_step!(ONE_OF_TWO),
    }
}
