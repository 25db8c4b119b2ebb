// Checks that the lines of receipts.json add up to the fee: go run read_vectors.go FOLDER
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type vectors struct {
	Cases []struct {
		Name     string
		Input    []struct{ Info struct{ Fee int64 `json:",string"` } }
		Expected struct{ Lines []struct{ Amount int64 `json:",string"` } }
	}
}

func main() {
	text, _ := os.ReadFile(os.Args[1] + "/receipts.json")
	var read vectors
	if err := json.Unmarshal(text, &read); err != nil { panic(err) }
	for _, one := range read.Cases {
		sum := int64(0)
		for _, line := range one.Expected.Lines { sum += line.Amount }
		if sum != one.Input[0].Info.Fee { panic(one.Name) }
	}
	fmt.Println(len(read.Cases), "cases, 0 wrong")
}
