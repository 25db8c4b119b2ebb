import { readRecordedChain } from './recorded-chain.ts';

export interface RecordedContract {
  readonly name: string;
  readonly bytecode: string;
  /** Data of calls that the real node's users made of such a contract. */
  readonly calls: readonly string[];
}

interface RecordedTransaction {
  readonly contract_address?: string;
  readonly raw_data: {
    readonly contract: readonly [{ readonly parameter: { readonly value: RecordedValue } }];
  };
}

interface RecordedValue {
  readonly data?: string;
  readonly contract_address?: string;
  readonly new_contract?: { readonly name?: string; readonly bytecode: string };
}

let recorded: readonly RecordedContract[] | undefined;

/** The contracts of recorded chains, with calls that suit them. */
export function recordedContracts(): readonly RecordedContract[] {
  recorded ??= readContracts();
  return recorded;
}

function readContracts(): readonly RecordedContract[] {
  const contracts = new Map<string, { bytecode: string; calls: string[] }>();
  const nameOf = new Map<string, string>();
  const chains = ['mainnet-fast-1', 'mainnet-assets-1'] as const;
  for (const { block } of chains.flatMap((name) => readRecordedChain(name).blocks)) {
    const { transactions = [] } = block as { readonly transactions?: readonly RecordedTransaction[] };
    for (const { contract_address: made = '', raw_data } of transactions) {
      const { new_contract: creation, contract_address: called = '', data } = raw_data.contract[0].parameter.value;
      if (creation?.name !== undefined && creation.name !== 'Proxy') {
        nameOf.set(made, creation.name);
        if (!contracts.has(creation.name)) contracts.set(creation.name, { bytecode: creation.bytecode, calls: [] });
      }
      if (data !== undefined) contracts.get(nameOf.get(called) ?? '')?.calls.push(data);
    }
  }
  return [...contracts].map(([name, contract]) => ({ name, ...contract }));
}
