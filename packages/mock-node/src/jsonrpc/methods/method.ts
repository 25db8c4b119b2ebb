import { type Chain } from '../../chain/chain.ts';
import { type CompletedCall, type ContractCall } from '../../chain/constant-call.ts';
import { type EstimateAnswer } from '../../chain/estimate-energy.ts';
import { type JsonValue } from '../../json/json-value.ts';
import { type State } from '../../state/root.ts';
import { type Json } from '../envelope/json-text.ts';
import { type Filters } from '../logs/filters.ts';
import { type Reader } from '../values/arguments.ts';

/** Runs contracts. Scripts may answer in place of bytecode. @throws ChainError */
export interface ContractRuns {
  readonly call: (state: State, call: ContractCall) => CompletedCall;
  readonly estimate: (state: State, call: ContractCall) => EstimateAnswer;
}

/** The context of a method. */
export interface MethodContext {
  readonly chain: Chain;
  /** The ledger that the request reads. */
  readonly state: State;
  readonly filters: Filters;
  readonly runs: ContractRuns;
}

/** A method of the node's JSON-RPC. */
export interface Method {
  /** Its name in the node's code, which clients may also use. */
  readonly javaName: string;
  readonly parameters: number;
  /** @throws MalformedArgument, MethodError, ChainError, RequestError */
  readonly run: (context: MethodContext, values: readonly JsonValue[]) => Json;
}

type Values<Readers extends readonly Reader<unknown>[]> = {
  -readonly [I in keyof Readers]: Readers[I] extends Reader<infer T> ? T : never;
};

/** Declares a method with the readers of its arguments. */
export function method<const Readers extends readonly Reader<unknown>[]>(
  javaName: string,
  readers: Readers,
  run: (context: MethodContext, ...values: Values<Readers>) => Json,
): Method {
  return {
    javaName,
    parameters: readers.length,
    run: (context, values) =>
      run(context, ...(readers.map((read, index) => read(values[index] ?? null)) as Values<Readers>)),
  };
}

/** Methods by their public names. */
export type Methods = Readonly<Record<string, Method>>;
