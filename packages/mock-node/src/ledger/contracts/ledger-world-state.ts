import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { addBalance, getAccount, newAccount, putAccount, updateAccount } from '../../state/accessors/accounts.ts';
import {
  getCode,
  getContract,
  getContractState,
  getStorageRow,
  putCode,
  putContract,
  putContractState,
  putStorageRow,
} from '../../state/accessors/contracts.ts';
import { type Root, type State } from '../../state/root.ts';
import { type WorldState } from '../../vm/world/world-state.ts';
import { createAccount } from '../accounts/create-account.ts';
import { effectivePermission } from '../accounts/permissions.ts';
import { NotModelledError } from '../ledger-errors.ts';
import { createStakeState } from './stake-state.ts';
import { createTokenState } from './token-state.ts';
import { createVoteState } from './vote-state.ts';

const createdContractName = bytesToHex(utf8ToBytes('CreatedByContract'));

/** The ledger as the virtual machine sees it. Source: docs/protocol/virtual-machine.md. */
export function createWorldState(state: State): WorldState {
  return {
    snapshot: () => state.root,
    restore(snapshot) {
      state.root = snapshot as Root;
    },
    refuseShielded() {
      throw new NotModelledError('shielded transfers');
    },
    stakes: createStakeState(state),
    votes: createVoteState(state),

    hasAccount: (address) => getAccount(state, address) !== undefined,
    getBalance: (address) => getAccount(state, address)?.balance ?? 0n,
    addBalance: (address, amount) => addBalance(state, address, amount),
    createNormalAccount: (address) => createAccount(state, address),
    createContractAccount: (address) =>
      putAccount(state, newAccount({ address, type: 'Contract', name: createdContractName })),
    convertToContractAccount: (address) =>
      updateAccount(state, address, { type: 'Contract', acquired: { bandwidth: 0n, energy: 0n } }),
    ...createTokenState(state),
    blackhole: state.root.properties.blackhole,
    getPermission: (address, id) => effectivePermission(state, address, id),

    getCode: (address) => getCode(state, address),
    setCode(address, code) {
      putCode(state, address, code);
      const contract = getContract(state, address);
      if (contract !== undefined) putContract(state, { ...contract, codeHash: bytesToHex(code.hash) });
    },
    getContract(address) {
      const contract = getContract(state, address);
      if (contract === undefined) return undefined;
      const { version, deployer, transactionHash } = contract;
      return { version, deployer, ...(transactionHash !== '' && { txID: hexToBytes(transactionHash) }) };
    },
    createContract: (address, record) =>
      putContract(state, {
        address,
        deployer: record.deployer,
        name: '',
        abi: '',
        bytecode: '',
        callValue: 0n,
        consumeUserResourcePercent: 100n,
        deployerEnergyLimit: 0n,
        codeHash: '',
        transactionHash: record.txID === undefined ? '' : bytesToHex(record.txID),
        version: record.version,
      }),
    getContractEnergyState: (address) => getContractState(state, address),
    setContractEnergyState: (address, value) => putContractState(state, address, value),
    getStorageRow: ({ contract, rowKey, slot }) => getStorageRow(state, contract, rowKey, slot),
    setStorageRow: ({ contract, rowKey, value }) => putStorageRow(state, contract, rowKey, value),
  };
}
