// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// A token whose supply is minted after it is deployed, so that it also works behind a proxy.
contract Token {
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Keeps its implementation in the slot of EIP-1967.
contract StorageProxy {
    fallback() external payable {
        assembly {
            let implementation := sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc)
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

/// Two owners confirm a transaction; it calls another contract, or runs the code of one as its own.
contract Multisig {
    mapping(bytes32 => mapping(address => bool)) public confirmed;
    mapping(bytes32 => uint256) public confirmations;
    event Executed(bytes32 indexed id);

    function confirm(bytes32 id) external {
        require(!confirmed[id][msg.sender]);
        confirmed[id][msg.sender] = true;
        confirmations[id] += 1;
    }

    function execute(address to, uint256 value, bytes calldata data, bool asOwn) external {
        bytes32 id = keccak256(abi.encode(to, value, data, asOwn));
        require(confirmations[id] >= 1, "not confirmed");
        confirmations[id] = 0;
        (bool success, ) = asOwn ? to.delegatecall(data) : to.call{ value: value }(data);
        require(success, "failed");
        emit Executed(id);
    }
}

/// As large multisig wallets do it: enough has to be left for the inner call that was signed.
contract GuardedMultisig {
    mapping(bytes32 => uint256) public confirmations;

    function confirm(bytes32 id) external {
        confirmations[id] += 1;
    }

    function execute(address to, uint256 value, bytes calldata data, uint256 energy) external {
        bytes32 id = keccak256(abi.encode(to, value, data, energy));
        require(confirmations[id] >= 1, "not confirmed");
        confirmations[id] = 0;
        require(gasleft() >= energy, "not enough energy");
        (bool success, ) = to.call{ value: value, gas: energy == 0 ? gasleft() : energy }(data);
        require(success, "failed");
    }
}

/// A pool of two tokens with a constant product.
contract Pair {
    address public token0;
    address public token1;
    uint256 public reserve0;
    uint256 public reserve1;

    function initialize(address first, address second) external {
        (token0, token1) = (first, second);
    }

    function sync() external {
        (reserve0, reserve1) = (IToken(token0).balanceOf(address(this)), IToken(token1).balanceOf(address(this)));
    }

    function swap(uint256 out0, uint256 out1, address to) external {
        if (out0 > 0) require(IToken(token0).transfer(to, out0));
        if (out1 > 0) require(IToken(token1).transfer(to, out1));
        uint256 balance0 = IToken(token0).balanceOf(address(this));
        uint256 balance1 = IToken(token1).balanceOf(address(this));
        require(balance0 * balance1 >= reserve0 * reserve1, "product");
        (reserve0, reserve1) = (balance0, balance1);
    }
}

/// Creates pools, and swaps through them.
contract Router {
    mapping(address => mapping(address => address)) public pairOf;

    function createPair(address first, address second) external returns (address pair) {
        pair = address(new Pair());
        Pair(pair).initialize(first, second);
        pairOf[first][second] = pair;
    }

    function setPair(address first, address second, address pair) external {
        pairOf[first][second] = pair;
    }

    function swap(address first, address second, uint256 amount, address to) external {
        Pair pair = Pair(pairOf[first][second]);
        require(IToken(first).transferFrom(msg.sender, address(pair), amount));
        uint256 out = (pair.reserve1() * amount) / (pair.reserve0() + amount);
        pair.swap(0, out, to);
    }
}

/// Sells a token for coin, and pays the coin out.
contract Shop {
    address public token;
    address payable public seller;

    function initialize(address sold, address payable by) external {
        (token, seller) = (sold, by);
    }

    function buy() external payable {
        require(IToken(token).transfer(msg.sender, msg.value));
        (bool success, ) = seller.call{ value: msg.value }("");
        require(success);
    }
}
