package tableindex

import (
	"encoding/json"
	"strings"
	"testing"
)

// isNumber returns the truth: what the standard library reads as one number, and nothing around it.
func isNumber(text string) bool {
	var n json.Number
	return json.Unmarshal([]byte(text), &n) == nil && text != "null" && !strings.HasPrefix(text, `"`) && strings.TrimSpace(text) == text
}

func FuzzIsJSONNumber(f *testing.F) {
	for _, text := range []string{"", "0", "-0", "00", "01", "-", "1.", ".1", "1.5", "1.5e", "1e5", "1E-300", "1e+", "+1", "1e5.2", "-12.50E+07", "NaN", "1 ", "1_000", "0x1", "null", `"1"`, "9007199254740993"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := isJSONNumber([]byte(text)), isNumber(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	})
}
