import { now, type Chain } from '../chain/chain.ts';
import { mineBlock } from '../chain/produce-block.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';
import { createState, type State } from '../state/root.ts';
import { readContract, type ContractOptions } from './arguments/contract-options.ts';
import { placeContract, setEnergyFactor } from './state-overrides.ts';
import { advanceCycle } from './time-control.ts';

/**
 * Adds the initial contracts to the genesis state and makes the first blocks: with the second one the block version
 * passes, so that every parameter may be proposed. They give way to another chain's block 1 (see `importBlock`).
 *
 * @throws MockNodeError `ARGUMENT_INVALID`, naming the contract's option.
 */
export function openChain(chain: Chain, contracts: readonly ContractOptions[]): void {
  const placed = contracts.map((contract, index) => readContract(`contracts[${index}]`, contract));
  changeRoot(chain, (state) => {
    for (const contract of placed) placeContract(state, contract);
  });

  const beforeOpening = chain.ledger.head;
  // Factors of cycle 0 are discarded.
  const hasFactors = placed.some(({ energyFactor = 0n }) => energyFactor > 0n);
  const cycle = hasFactors ? Number(chain.network.parameters['getMaintenanceTimeInterval']) : 0;
  // No block is produced in the two slots after block 1, which is a maintenance block.
  for (const slots of [4, 1]) {
    // Under wall clock in the past, so that the first transaction can have the present slot.
    if (chain.wallClock !== undefined)
      chain.ledger = { ...chain.ledger, nextBlockTime: now(chain) - cycle - slots * BLOCK_INTERVAL_MS };
    mineBlock(chain);
  }
  if (hasFactors) advanceCycle(chain);
  chain.ledger = { ...chain.ledger, beforeOpening };

  changeRoot(chain, (state) => {
    for (const { address, energyFactor = 0n } of placed)
      if (energyFactor > 0n) setEnergyFactor(state, address, energyFactor);
  });
}

function changeRoot(chain: Chain, change: (state: State) => void): void {
  const state = createState(chain.ledger.head);
  change(state);
  chain.ledger = { ...chain.ledger, head: state.root };
}
