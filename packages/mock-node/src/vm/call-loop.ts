import { resumeAfterCall } from './instructions/calls.ts';
import { resumeAfterCreation } from './instructions/creation.ts';
import { run } from './interpreter.ts';
import { type Execution, recordUsage } from './machine/execution.ts';
import { FrameException } from './machine/frame-exception.ts';
import { forfeitEnergy, type Frame } from './machine/frame.ts';
import { reportEnd } from './machine/report-calls.ts';
import { releaseMemory } from './machine/workspace.ts';

/** Fails a frame. It loses all its energy, except after a failed transfer of value. */
function fail(frame: Frame, error: unknown): void {
  if (!(error instanceof FrameException)) throw error;
  frame.exception = error.exception;
  if (error.exception.name !== 'TransferException') forfeitEnergy(frame);
}

/** Runs a frame until it ends or calls. @returns the called frame, if any. */
function step(execution: Execution, frame: Frame): Frame | undefined {
  try {
    if (run(execution, frame) === 'called') {
      const next = execution.pending;
      execution.pending = undefined;
      return next;
    }
  } catch (error) {
    fail(frame, error);
  }
  return undefined;
}

/** Continues the caller of an ended frame. */
function resume(execution: Execution, parent: Frame, child: Frame): void {
  if (child.message.kind === 'call') resumeAfterCall(execution, parent, child);
  else resumeAfterCreation(execution, parent, child);
}

/**
 * Runs a frame and all frames that it calls. Frames link to their callers instead of using the JavaScript stack, which
 * no depth of creations can therefore overflow.
 *
 * A node's own stack overflows after some thousands of nested CREATE2. Here only energy limits them.
 */
export function runToCompletion(execution: Execution, root: Frame): void {
  let frame = root;
  for (;;) {
    const next = step(execution, frame);
    if (next !== undefined) {
      frame = next;
      continue;
    }
    execution.penalty += frame.penalty;
    if (frame.exception === undefined) recordUsage(execution, frame);
    if (frame.reverted) noteRevert(execution, frame);
    if (frame === root) return;
    const { parent } = frame;
    if (parent === undefined) return;
    reportEnd(execution, frame);
    if (frame.exception?.name === 'OutOfTimeException') {
      // A timeout ends the whole execution, not only the frame.
      timeOutParent(execution, frame, parent);
      frame = parent;
      unwind(execution, frame, root);
      return;
    }
    resume(execution, parent, frame);
    releaseMemory(execution.workspace, frame.memory);
    frame = parent;
  }
}

/** A caller that reverts with the output of a reverted call passes it on, as Solidity does. */
function noteRevert(execution: Execution, { message, output }: Frame): void {
  const inner = execution.reverted?.output;
  const isPassedOn = inner?.length === output.length && inner.every((byte, index) => byte === output[index]);
  if (!isPassedOn) execution.reverted = { by: message.address, output };
}

/** The caller has not taken over what an unfinished frame has written. */
function timeOutParent(execution: Execution, frame: Frame, parent: Frame): void {
  execution.logs.length = frame.checkpoint.logs;
  execution.destroyed.length = frame.checkpoint.destroyed;
  parent.exception = frame.exception;
  forfeitEnergy(parent);
}

function unwind(execution: Execution, from: Frame, root: Frame): void {
  let frame = from;
  for (;;) {
    execution.penalty += frame.penalty;
    if (frame === root || frame.parent === undefined) return;
    reportEnd(execution, frame);
    timeOutParent(execution, frame, frame.parent);
    frame = frame.parent;
  }
}
