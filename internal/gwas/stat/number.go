package stat

import (
	"encoding/json"
	"math"
)

// Number is a float64 whose missing value NaN is null in JSON, and so are the
// infinities, for which JSON has no number.
type Number float64

// MarshalJSON writes null for what JSON has no number for.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads null as NaN.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}
