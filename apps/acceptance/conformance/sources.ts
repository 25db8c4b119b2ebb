import { abitype } from './abitype/read.ts';
import { bitgo } from './bitgo/read.ts';
import { type Source } from './case.ts';
import { ethers } from './ethers/read.ts';
import { goEthereum } from './go-ethereum/read.ts';
import { httpDocs } from './http-docs/read.ts';
import { ledger } from './ledger/read.ts';
import { nist } from './nist/read.ts';
import { openrpc } from './openrpc/read.ts';
import { stateTests } from './state-tests/read.ts';
import { trezor } from './trezor/read.ts';
import { tronboxSuite } from './tronbox-suite/read.ts';
import { tronwebSuite } from './tronweb-suite/read.ts';
import { tronweb } from './tronweb/read.ts';
import { vmTests } from './vm-tests/read.ts';
import { wallets } from './wallets/read.ts';
import { wycheproof } from './wycheproof/read.ts';

/** Sources whose data is in their folders. */
export const VENDORED: readonly Source[] = [abitype, bitgo, ethers, ledger, nist];

/** Sources whose data stays where it is: a command takes the folder of a checkout. */
export const FETCHED: readonly Source[] = [
  goEthereum,
  httpDocs,
  openrpc,
  stateTests,
  trezor,
  tronboxSuite,
  tronweb,
  tronwebSuite,
  vmTests,
  wallets,
  wycheproof,
];
