import { join } from 'node:path';
import { type Source } from '../case.ts';
import { readPackedLines } from '../packed-lines.ts';
import { checkAccount, checkEvent, checkHashes, checkReturn, checkSignature } from './checks.ts';

const checks = {
  returns: checkReturn,
  events: checkEvent,
  signatures: checkSignature,
  hashes: checkHashes,
  accounts: checkAccount,
};

/** The test cases of ethers 5: values and events of contracts that solc compiled and a node ran, hashes and accounts. */
export const ethers: Source = {
  name: 'ethers',
  origin: '@ethersproject/testcases 5.8.0, testcases',
  licence: 'MIT',
  read: (folder) =>
    Object.entries(checks).flatMap(([file, check]) =>
      readPackedLines(join(folder, `${file}.txt.br`)).map((columns, index) => ({
        name: `${file} ${index + 1}`,
        check: () => check(columns),
      })),
    ),
  exclusions: [],
};
