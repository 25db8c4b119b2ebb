import { readAddress, readAmount, readHex, readInteger } from '../../control/arguments/control-arguments.ts';
import { argumentInvalid } from '../../errors.ts';
import { checkKeys, type KnownKeys } from '../../known-keys.ts';
import { chainParameterNames, parameterRequirement } from '../../protocol/chain-parameters.ts';
import { MIN_INT64 } from '../../protocol/java/long.ts';
import { type FalsifiedLedger, type FalseStatement } from './false-statement.ts';

/** The members of each kind of statement, except `kind`. */
const kinds: {
  readonly [Kind in FalseStatement['kind']]: KnownKeys<Omit<Extract<FalseStatement, { kind: Kind }>, 'kind'>>;
} = {
  balance: { address: true, balance: true },
  parameter: { name: true, value: true },
  fee: { txID: true, fee: true },
  log: { txID: true, index: true, data: true },
  outcome: { txID: true, result: true },
  transfer: { owner: true, to: true, amount: true, blockNumber: true },
  withheld: { txID: true },
};

export const statementKinds: readonly string[] = /* @__PURE__ */ Object.keys(kinds);

type Member = {
  [Kind in FalseStatement['kind']]: keyof Omit<Extract<FalseStatement, { kind: Kind }>, 'kind'>;
}[FalseStatement['kind']];
type Read = (argument: string, value: never) => unknown;

/** Reads an amount. Over HTTP it is a number, or a string of digits if it is too large for one. */
const amountFrom =
  (min: bigint): Read =>
  (argument, value: unknown) => {
    const isDigits = typeof value === 'string' && /^-?\d{1,19}$/.test(value);
    return readAmount(argument, isDigits || Number.isSafeInteger(value) ? BigInt(value as string) : (value as bigint), {
      min,
    });
  };

const integerFrom =
  (min: number): Read =>
  (argument, value) =>
    readInteger(argument, value, { min });

const oneOf =
  (names: readonly string[], expected: string): Read =>
  (argument, value: unknown) => {
    if (!names.includes(value as string)) throw argumentInvalid(argument, value, expected);
    return value;
  };

function readId(argument: string, value: string): string {
  const id = readHex(argument, value);
  if (id.length !== 64) throw argumentInvalid(argument, value, '64 hexadecimal digits');
  return id;
}

const readers: Readonly<Record<Member, Read>> = {
  address: readAddress,
  owner: readAddress,
  to: readAddress,
  balance: amountFrom(0n),
  fee: amountFrom(0n),
  amount: amountFrom(1n),
  value: amountFrom(MIN_INT64),
  txID: readId,
  data: readHex,
  index: integerFrom(0),
  blockNumber: integerFrom(1),
  name: oneOf(chainParameterNames, 'the name of a chain parameter'),
  result: oneOf(['SUCCESS', 'REVERT'], 'SUCCESS or REVERT'),
};

/** Reads a false statement into the notations of the ledger. @throws MockNodeError `ARGUMENT_INVALID` */
function readStatement(argument: string, statement: FalseStatement): FalseStatement {
  const { kind }: { readonly kind?: unknown } = Object(statement);
  if (!statementKinds.includes(String(kind)))
    throw argumentInvalid(`${argument}.kind`, kind, `one of ${statementKinds.join(', ')}`);
  const members = kinds[statement.kind];
  checkKeys(argument, statement, { kind: true, ...members });
  const values: Readonly<Record<string, unknown>> = { ...statement };
  const entries = Object.keys(members).map((key) => [
    key,
    readers[key as Member](`${argument}.${key}`, values[key] as never),
  ]);
  const read = { kind, ...Object.fromEntries(entries) } as FalseStatement;
  const requirement = read.kind === 'parameter' ? parameterRequirement(read.name, read.value) : undefined;
  if (requirement !== undefined) throw argumentInvalid(`${argument}.value`, values['value'], requirement);
  return read;
}

/** Reads the false statements of a fault. @throws MockNodeError `ARGUMENT_INVALID` */
export function readStatements({ statements, headers }: FalsifiedLedger): FalsifiedLedger {
  if (!Array.isArray(statements)) throw argumentInvalid('fault.statements', statements, 'a list');
  if (headers !== undefined) oneOf(['rebuilt', 'kept'], 'rebuilt or kept')('fault.headers', headers as never);
  return {
    statements: statements.map((statement: FalseStatement, index) =>
      readStatement(`fault.statements[${index}]`, statement),
    ),
    ...(headers !== undefined && { headers }),
  };
}
