// The commands with their arguments and options. What they do is loaded when they run.
import { type Result } from './output/data.ts';
import { type Session } from './session.ts';
import { oneOf, parseAmount, parseBigint, parseSignature, parseUrl, wholeNumber } from './values/parse.ts';

/** Runs a command with its parsed arguments and options. */
export type Run = (session: Session, args: never, options: never) => Promise<Result>;

/** An option: how it is written, what it is for, and how its value is parsed. Options are texts by default. */
export type OptionSpec = readonly [flags: string, text: string, parse?: (text: string) => unknown];

export interface CommandSpec {
  /** As commander writes it: `<required>`, `[optional]`, `[many...]`. */
  readonly usage: string;
  readonly text: string;
  readonly options?: readonly OptionSpec[];
  readonly load: () => Promise<Run>;
}

const blocks = (what: string): readonly OptionSpec[] => [
  ['--from <block>', `the first block${what}`, wholeNumber()],
  ['--to <block>', 'the last block; by default the newest', wholeNumber()],
];
const call: readonly OptionSpec[] = [
  ['--from <address>', 'the account that calls; by default none'],
  ['--value <amount>', 'coin to send along, such as 1.5coin', parseAmount],
];
const abi: OptionSpec = ['--abi <abi>', 'signatures or JSON; by default the ABI that the network has'];

/** The commands by group, in the order of `coin help`. */
export const commandGroups: Readonly<Record<string, readonly CommandSpec[]>> = {
  Look: [
    {
      usage: 'account <address>',
      text: 'balance, stake, resources, votes and keys of an account',
      load: async () => (await import('./look/account.ts')).showAccount,
    },
    {
      usage: 'block [block]',
      text: 'a block by its number or id; the newest one by default',
      options: [
        ['--solid', 'the newest solid block'],
        ['--transactions', 'list its transactions'],
      ],
      load: async () => (await import('./look/block.ts')).showBlock,
    },
    {
      usage: 'tx <txid>',
      text: 'what a transaction did, why it failed, and its fee by part',
      options: [abi],
      load: async () => (await import('./look/transaction.ts')).showTransaction,
    },
    {
      usage: 'call <contract> <function> [arguments...]',
      text: "a read-only call: by a signature, such as 'balanceOf(address) view returns (uint256)', or by a name of the contract's ABI",
      options: [...call, ['--block-state <state>', 'head or solid', oneOf('head', 'solid')]],
      load: async () => (await import('./look/call.ts')).callContract,
    },
    {
      usage: 'logs <contract> [event]',
      text: "a contract's events, by a signature or a name; all events of its ABI by default",
      options: blocks('; by default the last'),
      load: async () => (await import('./look/logs.ts')).listLogs,
    },
    {
      usage: 'params',
      text: "the network's prices and limits, and what changes when",
      options: [['--all', 'every chain parameter']],
      load: async () => (await import('./look/parameters.ts')).showParameters,
    },
    {
      usage: 'resources <address>',
      text: 'bandwidth, energy and votes: what is used, and what is left',
      load: async () => (await import('./look/resources.ts')).showResources,
    },
  ],
  Plan: [
    {
      usage: 'units [amount]',
      text: 'an amount in coin and in small units: 1.5, 1.5coin or 1500000',
      options: [['--decimals <digits>', "a token's decimals, instead of coin", wholeNumber()]],
      load: async () => (await import('./plan/units.ts')).convertUnits,
    },
    {
      usage: 'address [address]',
      text: 'an address in every form',
      load: async () => (await import('./plan/address.ts')).showAddress,
    },
    {
      usage: 'fee [contract] [function] [arguments...]',
      text: 'what a call will cost, and why; without a node and arguments, what common transactions cost on the embedded node',
      options: [
        ...call,
        ['--to <address>', 'a transfer of coin to this address, instead of a call'],
        ['--amount <amount>', 'the coin to transfer', parseAmount],
        ['--memo <text>', 'a memo, which costs a fee'],
        ['--signatures <count>', 'how many keys sign', wholeNumber(1)],
      ],
      load: async () => (await import('./plan/fee.ts')).planFee,
    },
    {
      usage: 'limit <energy>',
      text: 'a fee limit for an amount of energy by each method',
      options: [
        ['--energy-price <units>', "small units for each unit of energy; by default the node's", parseBigint],
        ['--energy-factor <factor>', 'the factor of the contract as a decimal, such as 0.34'],
        ['--max-factor <factor>', "the highest factor as a decimal; by default the node's"],
        ['--penalty <energy>', 'the part of the energy that the factor adds', parseBigint],
        ['--max-fee-limit <amount>', "the network's maximum; by default the node's", parseAmount],
        ['--contract <address>', "read the contract's factor from the node"],
      ],
      load: async () => (await import('./plan/limit.ts')).compareLimits,
    },
  ],
  Open: [
    {
      usage: 'decode [data]',
      text: 'calldata, errors and transactions, offline: what someone else asks to sign',
      options: [abi, ['--as <kind>', 'transaction, call or error', oneOf('transaction', 'call', 'error')]],
      load: async () => (await import('./open/decode.ts')).decode,
    },
    {
      usage: 'encode <function> [arguments...]',
      text: "calldata of a function, such as 'transfer(address,uint256)'",
      load: async () => (await import('./open/encode.ts')).encode,
    },
    {
      usage: 'verify-message <message>',
      text: 'whether an account signed a message',
      options: [
        ['--address <address>', 'the account'],
        ['--signature <hex>', 'its signature of 65 bytes', parseSignature],
      ],
      load: async () => (await import('./open/verify.ts')).verifySignedMessage,
    },
    {
      usage: 'verify-proof [file]',
      text: "a transaction's proof, by the witnesses of --schedule, offline",
      options: [['--schedule <file>', 'the witnesses of the cycle, as JSON of getWitnessCycle']],
      load: async () => (await import('./open/verify.ts')).verifyStoredProof,
    },
  ],
  Follow: [
    {
      usage: 'watch [address]',
      text: "blocks, or an account's transfers of coin and tokens, one line each",
      options: [
        ['--from <block>', 'the first block; by default the next one', wholeNumber()],
        ['--solid', 'solid blocks only, which no fork can drop'],
        ['--event <event>', 'events of the contract at this address, by a signature or a name'],
        ['--count <lines>', 'ends after so many lines', wholeNumber(1)],
      ],
      load: async () => (await import('./follow/watch.ts')).watch,
    },
    {
      usage: 'wait <txid>',
      text: 'waits until a transaction is in a block that no fork can drop',
      options: [
        ['--until <state>', 'head or solid', oneOf('head', 'solid')],
        ['--timeout <seconds>', 'by default 300', wholeNumber(1)],
      ],
      load: async () => (await import('./follow/wait.ts')).waitFor,
    },
  ],
  Payments: [
    {
      usage: 'payments list <store>',
      text: 'the open payments of a store: postgres://… or a file of SQLite',
      options: [
        ['--all', 'also payments that have ended'],
        ['--table <name>', "the store's table"],
      ],
      load: async () => (await import('./payments/payments.ts')).listPayments,
    },
    {
      usage: 'payments show <store> <id>',
      text: 'a payment and its history',
      options: [['--table <name>', "the store's table"]],
      load: async () => (await import('./payments/payments.ts')).showPayment,
    },
    {
      usage: 'payments retry <store> [id]',
      text: 'enqueues a rejected payment again, or all that were rejected with a code',
      options: [
        ['--code <code>', 'the code of their problem'],
        ['--table <name>', "the store's table"],
      ],
      load: async () => (await import('./payments/payments.ts')).retryPayments,
    },
    {
      usage: 'payments reconcile <store>',
      text: 'compares the payments that succeeded with the chain, to the unit',
      options: [['--table <name>', "the store's table"]],
      load: async () => (await import('./payments/reconcile.ts')).reconcilePayments,
    },
  ],
  Develop: [
    {
      usage: 'trace <contract> <function> [arguments...]',
      text: 'the tree of calls that a call makes, on a fork of the network in this process',
      options: [
        ...call,
        [
          '--json-rpc <url>',
          'its JSON-RPC interface, which has the storage of contracts; by default /jsonrpc of the node',
          parseUrl,
        ],
      ],
      load: async () => (await import('./develop/trace.ts')).traceContractCall,
    },
  ],
  Audit: [
    {
      usage: 'audit',
      text: 'coin minted and burned by reason for each block, and what nothing explains',
      options: [...blocks('; required'), ['--format <format>', 'csv or ndjson', oneOf('csv', 'ndjson')]],
      load: async () => (await import('./audit/audit.ts')).audit,
    },
  ],
};
