//! The checker of the laws that all games have in common finds games that break them.

use damier_rules::{InvariantViolation, erase};

use crate::fill::{Fault, Fill};

fn violation<const F: u8>() -> InvariantViolation {
    let checked = erase::<Fill<F>>().check_invariants(7, 40);
    checked.expect_err("a game that breaks a law")
}

#[test]
fn a_game_without_a_fault_passes() {
    assert_eq!(erase::<Fill<{ Fault::NONE }>>().check_invariants(7, 40), Ok(()));
}

macro_rules! broken_games {
    ($($test:ident: $fault:ident breaks $law:literal;)*) => {$(
        #[test]
        fn $test() {
            let found = violation::<{ Fault::$fault }>().invariant;
            assert!(found.contains($law), "{found}");
        }
    )*};
}

broken_games! {
    a_game_that_is_over_and_does_not_say_so: NO_END breaks "a game has moves until it is over";
    moves_counted_wrongly: COUNT breaks "moves are counted as listed";
    a_move_listed_twice: TWICE breaks "a move is listed once";
    moves_with_the_same_number: NUMBER breaks "has its own number";
    a_listed_move_that_is_illegal: ILLEGAL breaks "a listed move is legal: a2";
    a_move_read_as_another: MOVE_TEXT breaks "a move is read as it is written: a2";
    moves_of_another_width: WIDTH breaks "moves have one width, not 2";
    a_turn_that_does_not_change: TURN breaks "the turn changes after";
    a_move_that_changes_nothing: SAME breaks "a move changes the position";
    a_legal_move_that_is_not_listed: ALL_LEGAL breaks "legal means listed";
    a_null_move_of_the_same_side: NULL breaks "a null move changes the turn";
    a_start_that_cannot_be_read: START_TEXT breaks "a start can be read";
    a_position_that_cannot_be_read: TEXT breaks "a position can be read";
    a_position_read_as_another: OTHER_TEXT breaks "a position is read as it is written";
    a_key_of_what_no_text_says: KEY_OF_HISTORY breaks "equal positions have equal keys";
    an_end_of_what_no_text_says: OUTCOME breaks "a position keeps its outcome";
    one_key_for_everything: KEY_OF_NOTHING breaks "different positions have different keys";
    a_game_without_an_end: ENDLESS breaks "a game ends";
    a_row_with_a_gap: CELLS breaks "rows are full";
    columns_without_labels: FILES breaks "every column has a label or none";
    rows_without_labels: RANKS breaks "every row has a label or none";
    a_piece_without_a_style: PIECE breaks "every look has a style";
    a_ground_without_a_style: GROUND breaks "every look has a style";
    a_spot_without_a_name: LABEL breaks "spots have names";
    a_mark_beside_the_board: MARKS breaks "marks are on the board";
    a_title_in_one_language: TITLE breaks "everything is said in both languages";
    a_step_beside_the_board: STEP breaks "every step of a2 is on the board";
    moves_with_the_same_steps: SAME_STEPS breaks "differ in steps";
    a_move_not_understood_from_its_steps: POINTED breaks "a2 is understood from its steps";
    changes_that_leave_something_out: CHANGES breaks "changes say what";
    a_game_without_rules: NO_RULES breaks "a game has a rule set";
    a_seat_without_a_piece: ONE_PIECE breaks "each seat has a piece";
    an_id_with_capitals: ID breaks "an id is lower case with hyphens, not 'Fill'";
    diagrams_in_one_language: DIAGRAMS breaks "diagrams are the same everywhere";
    a_diagram_that_cannot_be_drawn: DIAGRAM breaks "rules, line 1: four cells";
    an_introduction_that_is_short: FEW_STEPS breaks "five to eight steps";
    an_introduction_that_is_long: MANY_STEPS breaks "five to eight steps";
    an_introduction_without_a_win: NO_WIN breaks "shows how a game is won";
    a_comment_on_nothing: NEEDLESS_COMMENT breaks "step 5: other moves are commented on";
    a_move_without_a_comment: NO_COMMENT breaks "is judged by what the step expects";
    a_step_without_an_example: NO_EXAMPLE breaks "step 5: an example can be shown";
    a_win_that_is_none: WRONG_WIN breaks "step 5: b1 finishes the step";
    a_refusal_of_a_legal_move: WRONG_REFUSAL breaks "step 5: a1 finishes the step";
    a_step_in_one_language: NO_FRENCH breaks "step 5: everything is said in both languages";
    an_answer_that_is_illegal: REPLY breaks "introduction, step 5";
    a_step_that_cannot_be_read: STEP_START breaks "introduction, step 5: four cells";
    a_move_in_another_spelling: INEXACT breaks "step 5: A1 finishes the step";
    a_try_not_understood_from_its_steps: POINTED_IN_STEP breaks "b2 is understood when it is pointed at";
}

#[test]
fn a_violation_says_where_it_was_found() {
    let found = violation::<{ Fault::TEXT }>();
    assert_eq!((found.record.start.as_str(), found.record.moves.len()), ("---- x", 1));
    let said = found.to_string();
    let place = format!(": after '{}' from '---- x'", found.record.moves[0]);
    assert!(said.starts_with("a position can be read: ") && said.ends_with(&place), "{said}");
}
