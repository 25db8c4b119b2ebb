// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import "./Token.sol";

/// Swaps two tokens at a price that keeps the product of its reserves, for a fee of 0.3 percent that stays in them.
contract Pool {
    Token public immutable first;
    Token public immutable second;
    uint256 public firstReserve;
    uint256 public secondReserve;
    address public immutable provider;

    event Supplied(uint256 firstAmount, uint256 secondAmount);
    event Swapped(address indexed by, address indexed tokenIn, uint256 amountIn, uint256 amountOut);
    error NotTheProvider(address caller);
    error UnknownToken(address token);
    error AmountOutTooLow(uint256 amountOut, uint256 minimum);

    constructor(Token firstToken, Token secondToken) {
        first = firstToken;
        second = secondToken;
        provider = msg.sender;
    }

    /// Adds to both reserves. The provider has approved both amounts.
    function supply(uint256 firstAmount, uint256 secondAmount) external {
        if (msg.sender != provider) revert NotTheProvider(msg.sender);
        first.transferFrom(msg.sender, address(this), firstAmount);
        second.transferFrom(msg.sender, address(this), secondAmount);
        firstReserve += firstAmount;
        secondReserve += secondAmount;
        emit Supplied(firstAmount, secondAmount);
    }

    /// What an amount of one token buys of the other.
    function quote(address tokenIn, uint256 amountIn) public view returns (uint256) {
        (uint256 reserveIn, uint256 reserveOut) = reservesFor(tokenIn);
        uint256 afterFee = amountIn * 997;
        return (reserveOut * afterFee) / (reserveIn * 1000 + afterFee);
    }

    /// Takes an approved amount of one token and pays the other.
    function swap(address tokenIn, uint256 amountIn, uint256 minimum) external returns (uint256 amountOut) {
        require(amountIn > 0, "nothing to swap");
        amountOut = quote(tokenIn, amountIn);
        if (amountOut < minimum) revert AmountOutTooLow(amountOut, minimum);
        bool isFirst = tokenIn == address(first);
        (Token paid, Token bought) = isFirst ? (first, second) : (second, first);
        paid.transferFrom(msg.sender, address(this), amountIn);
        bought.transfer(msg.sender, amountOut);
        if (isFirst) {
            firstReserve += amountIn;
            secondReserve -= amountOut;
        } else {
            secondReserve += amountIn;
            firstReserve -= amountOut;
        }
        emit Swapped(msg.sender, tokenIn, amountIn, amountOut);
    }

    function reservesFor(address tokenIn) private view returns (uint256 reserveIn, uint256 reserveOut) {
        if (tokenIn == address(first)) return (firstReserve, secondReserve);
        if (tokenIn == address(second)) return (secondReserve, firstReserve);
        revert UnknownToken(tokenIn);
    }
}
