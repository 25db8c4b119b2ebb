import { now, type Chain } from '../chain/chain.ts';
import { mineBlock } from '../chain/produce-block.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';
import { createState, type State } from '../state/root.ts';
import { readContract, type ContractOptions } from './arguments/contract-options.ts';
import { placeContract, setEnergyFactor } from './state-overrides.ts';
import { advanceCycle } from './time-control.ts';

/**
 * Adds the initial contracts to the genesis state and produces the first blocks. The second one makes the block version
 * pass, so every parameter can be proposed. An imported block 1 replaces them (see `importBlock`).
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
  // The two slots after block 1, a maintenance block, stay empty.
  for (const slots of [4, 1]) {
    // Under wall clock these blocks lie in the past, so the first transaction can take the current slot.
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
