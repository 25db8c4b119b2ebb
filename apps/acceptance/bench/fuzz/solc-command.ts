// Answers as the executable `solc` does, as much as forge asks of it: its version, and standard JSON.
import { readFileSync } from 'node:fs';
import solc from 'solc';

const isVersion = process.argv.includes('--version');
console.log(isVersion ? `solc\nVersion: ${solc.version()}` : solc.compile(readFileSync(0, 'utf8')));
