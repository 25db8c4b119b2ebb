import { type Exclusion } from '../case.ts';

export const exclusions: readonly Exclusion[] = [
  {
    cause: 'the suite skips it',
    source: 'test/**/*.test.ts',
    cases: [
      'TronWeb Instance #getEventResult should emit an event and wait for it',
      'TronWeb.transactionBuilder #createToken() should create a TestToken without freezing anything in 3.6.0',
      'TronWeb.transactionBuilder #unfreezeBalance should unfreeze balance',
      'TronWeb.transactionBuilder #withdrawBalance should withdraw balance',
      'TronWeb.trx #Transaction Test #freezeBalance should freeze balance for energy or bandwidth',
      'TronWeb.trx #Transaction Test #freezeBalance should throw invalid resource provided: expected "BANDWIDTH" or "ENERGY" error',
      'TronWeb.trx #Transaction Test #freezeBalance should throw invalid amount provided error',
      'TronWeb.trx #Transaction Test #freezeBalance should throw invalid duration provided, minimum of 3 days error',
      'TronWeb.utils #mapEvent() should map an event result',
    ],
  },
  {
    cause:
      'its container releases unstaked coin after a minute, a network after days, and nodes leave out an amount of 0',
    source: 'docs/protocol/staking.md, Answers',
    cases: [
      'should get the amount of a widrawUnfreeze operation',
      'should get the amount of a widrawUnfreeze operation when options is omitted',
      'should get the amount of a widrawUnfreeze operation when confirmed is true',
      'should get the amount of a widrawUnfreeze operation when confirmed is false',
      'should get the amount of a widrawUnfreeze operation when address and timestamp are omitted',
    ].map((title) => `TronWeb.trx #Account Test #getCanWithdrawUnfreezeAmount ${title}`),
  },
];
