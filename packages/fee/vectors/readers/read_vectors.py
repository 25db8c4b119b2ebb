# Checks an implementation in Python against dynamic-energy.json: python3 read_vectors.py [FOLDER]
import json, os, sys


def next_energy_factor(energyFactor, energyUsage, threshold, increaseFactor, maxFactor, updateCycle=1, cycles=1):
    factor = int(energyFactor)
    if updateCycle == 0:
        return 0
    if int(energyUsage) > int(threshold):
        factor = min(int((factor + 10000) * (1 + int(increaseFactor) / 10000)) - 10000, int(maxFactor))
        cycles -= 1
    return max(int((factor + 10000) * (1 - int(increaseFactor) / 4 / 10000) ** cycles) - 10000, 0)


folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..")
with open(os.path.join(folder, "dynamic-energy.json")) as file:
    vectors = json.load(file)
assert vectors["version"] == 1
wrong = [case["name"] for case in vectors["cases"] if next_energy_factor(**case["input"][0]) != int(case["expected"])]
print(f"{len(vectors['cases'])} cases, {len(wrong)} wrong", *wrong)
sys.exit(1 if wrong else 0)
