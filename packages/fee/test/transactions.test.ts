import { readFileSync } from 'node:fs';
import { expectedFee, type FeePrices, type SizedTransaction, transactionSize } from '@coin/fee';
import { describe, expect, test } from 'vitest';

interface Recorded {
  size: SizedTransaction & { memoSize?: number; signatures: number };
  rawDataSize: number;
  fee: bigint;
  prices: FeePrices;
  receipt: Partial<
    Record<
      'net_usage' | 'net_fee' | 'energy_usage' | 'energy_fee' | 'origin_energy_usage' | 'energy_usage_total',
      number
    >
  >;
  createsAccount?: boolean;
  deployer?: { callerPercent: number; deployerEnergyLimit: bigint };
}

const AMOUNTS = new Set(
  'amount feeLimit callValue callTokenValue tokenId deployerEnergyLimit fee energy bandwidth memo multiSign accountCreation accountCreationInContract'.split(
    ' ',
  ),
);
const { transactions } = JSON.parse(
  readFileSync(new URL('fixtures/transactions.json', import.meta.url), 'utf8'),
  (key, value) => (AMOUNTS.has(key) ? BigInt(value) : value),
) as { transactions: Recorded[] };

const named = transactions.map((recorded, index) => ({ ...recorded, name: `${index} ${recorded.size.kind}` }));
const bandwidthOf = (recorded: Recorded) => transactionSize(recorded.size);

describe('recorded transactions', () => {
  test('include every kind of transaction', () => {
    const kinds = new Set(transactions.map(({ size }) => size.kind));
    expect(kinds).toEqual(new Set(['transfer', 'call', 'deployment']));
    expect(transactions.some(({ size }) => size.signatures > 1)).toBe(true);
    expect(transactions.some(({ createsAccount }) => createsAccount)).toBe(true);
    expect(transactions.some(({ deployer }) => deployer !== undefined)).toBe(true);
  });

  test.each(named)('agree with the computed size and fee: $name', (recorded) => {
    const { size, rawDataSize, receipt, prices } = recorded;
    const encoded = transactionSize({ kind: 'encoded', rawDataSize, signatures: size.signatures });
    expect(bandwidthOf(recorded)).toBe(encoded);
    const charged = receipt.net_usage ?? Number(BigInt(receipt.net_fee ?? 0) / (prices.bandwidth ?? 0n));
    expect(recorded.createsAccount || charged === encoded).toBe(true);

    const { createsAccount, deployer, fee } = recorded;
    const energy = (key: keyof Recorded['receipt']) => BigInt(receipt[key] ?? 0);
    const breakdown = expectedFee({
      transaction: {
        size: bandwidthOf(recorded),
        energy: energy('energy_usage_total'),
        createsAccount: createsAccount === true,
        memoSize: size.memoSize ?? 0,
        signatures: size.signatures,
      },
      prices,
      // The receipt's usage is a lower bound of what was left, and all of it if coin had to be burned.
      owner: { energy: energy('energy_usage'), stakedBandwidth: receipt.net_usage ?? 0 },
      ...(deployer && { deployer: { ...deployer, energy: energy('origin_energy_usage') } }),
    });
    expect(breakdown.total).toBe(fee);
    expect(breakdown.energy).toBe(energy('energy_fee'));
  });
});
