import assert from "node:assert/strict";
import { test } from "node:test";

import { choice, place, view } from "./boards.js";
import {
  answered, atStep, buttonMoves, failed, isFlipped, isLast, isPlayable, replied, sent,
} from "../js/learn/state.js";
import { finishStep, isCoached, nextStep, rememberCoach, rememberOffer, stage } from "../js/learn/progress.js";
import { isOfferDue } from "../js/app/settings.js";

const info = { id: "g", introduction: 3, look: { lower: null } };
const step = (choices = [place(0)]) => ({ task: { en: "t", fr: "t" }, view: view({ choices }), example: choices[0] });
const steps = [step(), step([choice("--", [])]), step()];
const answer = (more = {}) => ({ finished: false, refusal: null, comment: null, views: [], ...more });

test("a step outside the introduction is its first or last", () => {
  assert.deepEqual([-4, 0, 2, 99].map((index) => atStep(info, steps, index).index), [0, 0, 2, 2]);
  assert.ok(isLast(atStep(info, steps, 99)));
});

test("nothing can be tried while a try waits, nor when the step is finished", () => {
  const begun = atStep(info, steps, 0);
  assert.ok(isPlayable(begun));
  assert.ok(!isPlayable(sent(begun)));
  assert.ok(isPlayable(failed(sent(begun))));
  assert.ok(isPlayable(answered(sent(begun), answer())));
  assert.ok(!isPlayable(answered(sent(begun), answer({ finished: true }))));
});

test("the board shows the move, then the reply, and after a wrong try the step again", () => {
  const begun = sent(atStep(info, steps, 0));
  const [moved, after] = [view({ pieces: [0, null] }), view({ pieces: [0, 1] })];
  const done = answered(begun, answer({ finished: true, views: [moved, after] }));
  assert.equal(done.view, moved);
  assert.equal(replied(done).view, after);
  assert.equal(answered(begun, answer()).view, steps[0].view);
  assert.equal(replied(answered(begun, answer({ finished: true, views: [moved] }))).view, moved);
});

test("a move without squares is a button as long as the step is open", () => {
  const pass = atStep(info, steps, 1);
  assert.deepEqual(buttonMoves(pass).map(({ notation }) => notation), ["--"]);
  assert.deepEqual(buttonMoves(sent(pass)), []);
  assert.deepEqual(buttonMoves(atStep(info, steps, 0)), []);
});

test("the learner sits at the lower edge", () => {
  const flipped = (lower) => isFlipped(atStep({ ...info, look: { lower } }, steps, 0));
  assert.deepEqual([null, "first", "second"].map(flipped), [false, false, true]);
});

test("progress only grows, and a finished introduction begins anew", () => {
  assert.equal(stage(info), "new");
  finishStep(info, 0);
  finishStep(info, 1);
  finishStep(info, 0);
  assert.deepEqual([stage(info), nextStep(info)], ["begun", 2]);
  finishStep(info, 2);
  assert.deepEqual([stage(info), nextStep(info)], ["done", 0]);
});

test("an introduction is offered once, and one match is coached", () => {
  const other = { ...info, id: "other" };
  assert.ok(isOfferDue(other));
  assert.ok(!isOfferDue({ ...other, introduction: 0 }));
  rememberOffer(other);
  assert.ok(!isOfferDue(other));
  assert.ok(isCoached(other, "m1"));
  rememberCoach(other, "m1");
  assert.deepEqual([isCoached(other, "m1"), isCoached(other, "m2")], [true, false]);
  rememberCoach(other, true);
  assert.ok(!isCoached(other, "m1"));
});
