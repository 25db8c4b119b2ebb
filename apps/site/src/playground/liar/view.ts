import { choiceField, integerField, textField } from '../address/address-state.ts';
import { type TableData } from '../chart/chart-data.ts';
import { coin } from '../format.ts';
import { readAmount } from '../read-amount.ts';
import { NODE_LIES, type NodeLie } from './lies.ts';
import { type LieChoice, type LieStory, type ProofResult } from './model.ts';

/** The steps of the story. */
export const STEPS = 4;
const MOST_COIN = 10_000_000n;

/** What the address of the panel holds. */
export const liarFields = {
  lie: choiceField(Object.keys(NODE_LIES) as NodeLie[], 'invented-chain'),
  amount: textField({ maxLength: 40, initial: '1000' }),
  step: integerField({ min: 1, max: STEPS, initial: 1 }),
};

export interface LiarState {
  lie: NodeLie;
  amount: string;
  step: number;
}

/** The choice that a state stands for, or what is wrong with the amount that was typed. */
export function liarChoice({ lie, amount: text }: LiarState): LieChoice | { readonly problem: string } {
  if (!NODE_LIES[lie].hasAmount) return { lie, amount: 0n };
  const read = readAmount(text, 6);
  if ('problem' in read) return read;
  if (read.amount > MOST_COIN * 1_000_000n)
    return {
      problem: `${coin(read.amount)} coin is more than this network has: at most ${coin(MOST_COIN * 1_000_000n)}.`,
    };
  return { lie, amount: read.amount };
}

/** A step: what is done, what comes of it, and whether the lie works. */
export interface Step {
  readonly title: string;
  readonly text: string;
  readonly result?: 'deceived' | 'not-deceived';
  /** The error that the client throws. */
  readonly code?: string;
}

function proofStep(proof: ProofResult): Omit<Step, 'title'> {
  switch (proof.status) {
    case 'proven':
      return { text: `The certificate proves ${proof.text}. Credit what it says.`, result: 'not-deceived' };
    case 'rejected':
      return { text: proof.message, code: proof.code, result: 'not-deceived' };
    case 'absent':
      return {
        text: 'The node gives no certificate. That a payment was not made cannot be proven: ask several nodes.',
      };
    case 'not-provable':
      return { text: 'No certificate can prove this: it is in no block. Ask several nodes.' };
  }
}

/** The story step by step. */
export function stepsOf({ question, truth, believed, agreed, proof }: LieStory): readonly Step[] {
  const isDeceived = (text: string) => (text === truth ? 'not-deceived' : 'deceived');
  return [
    { title: 'The question', text: `${question} The truth: ${truth}.` },
    {
      title: 'A plain client asks the lying node',
      text: `It believes: ${believed}. ${believed === truth ? 'That is true.' : 'Nothing in the answer shows the lie.'}`,
      result: isDeceived(believed),
    },
    {
      title: 'A client asks three nodes, and needs two equal answers',
      text: `It believes: ${agreed}. The table shows what each node answered.`,
      result: isDeceived(agreed),
    },
    { title: 'The client asks the lying node for a proof', ...proofStep(proof) },
  ];
}

export const answersTable = ({ answers, truth }: LieStory): TableData => ({
  head: ['Node', 'Answer', 'True'],
  rows: answers.map((answer, index) => [
    index === 0 ? 'The lying node' : `Honest node ${index}`,
    answer,
    answer === truth ? 'yes' : 'no',
  ]),
});
