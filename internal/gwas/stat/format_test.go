package stat_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"cohortium/internal/gwas/stat"
)

// The page reads the same cases.
func TestFormatP(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "format", "p.json"))
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Cases []struct {
			NegLog10 stat.Number `json:"neg_log_10"`
			Text     string      `json:"text"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(text, &table); err != nil || len(table.Cases) < 20 {
		t.Fatalf("%d cases, %v", len(table.Cases), err)
	}
	for _, c := range table.Cases {
		if got := stat.FormatP(float64(c.NegLog10)); got != c.Text {
			t.Errorf("−log10 P %v is %q, want %q", c.NegLog10, got, c.Text)
		}
	}
	if got := stat.FormatP(math.Inf(1)); got != "0" {
		t.Errorf("P of 0 is %q", got)
	}
}

// The page reads the same cases.
func TestFormatFrequency(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "format", "frequency.json"))
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Cases []struct {
			Frequency stat.Number `json:"frequency"`
			Text      string      `json:"text"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(text, &table); err != nil || len(table.Cases) < 15 {
		t.Fatalf("%d cases, %v", len(table.Cases), err)
	}
	for _, c := range table.Cases {
		if got := stat.FormatFrequency(float64(c.Frequency)); got != c.Text {
			t.Errorf("%v is %q, want %q", c.Frequency, got, c.Text)
		}
	}
}
