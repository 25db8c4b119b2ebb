import { type Session } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { encodeData, readAbi, readArguments } from '../values/call-arguments.ts';

/** `coin encode`: calldata of a function. */
export async function encode(
  _: Session,
  { function: signature, arguments: texts }: { readonly function: string; readonly arguments: readonly string[] },
) {
  const [entry] = readAbi(signature).filter(({ type }) => type === 'function');
  if (entry?.name === undefined)
    throw new UsageError(`"${signature}" is no function, such as transfer(address,uint256)`);
  const { functionSelector, data } = encodeData(
    { ...entry, name: entry.name },
    readArguments(entry.inputs ?? [], texts),
  );
  return { functionSelector, data };
}
