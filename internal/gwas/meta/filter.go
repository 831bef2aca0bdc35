package meta

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// FilterOp is how a filter compares.
type FilterOp string

// The comparisons.
const (
	FilterBelow   FilterOp = "<"
	FilterAtMost  FilterOp = "<="
	FilterAbove   FilterOp = ">"
	FilterAtLeast FilterOp = ">="
	FilterEqual   FilterOp = "="
	FilterUnequal FilterOp = "!="
	FilterIn      FilterOp = "in"
)

// Filter is a condition that the rows of a study must meet, on a value as its
// file states it. Rows without the value do not meet it.
type Filter struct {
	Field  sumstats.Field `json:"field"`
	Op     FilterOp       `json:"op"`
	Values []string       `json:"values"` // one, several with FilterIn
}

// values of a row that filters compare as numbers.
var filterNumbers = map[sumstats.Field]func(*sumstats.Row) float64{
	sumstats.FieldChromosome:  func(r *sumstats.Row) float64 { return float64(r.Chromosome) },
	sumstats.FieldPosition:    func(r *sumstats.Row) float64 { return float64(r.Position) },
	sumstats.FieldBeta:        func(r *sumstats.Row) float64 { return r.Beta },
	sumstats.FieldOddsRatio:   func(r *sumstats.Row) float64 { return math.Exp(r.Beta) },
	sumstats.FieldHazardRatio: func(r *sumstats.Row) float64 { return math.Exp(r.Beta) },
	sumstats.FieldSE:          func(r *sumstats.Row) float64 { return r.SE },
	sumstats.FieldP:           func(r *sumstats.Row) float64 { return math.Pow(10, -r.NegLog10P) },
	sumstats.FieldNegLog10P:   func(r *sumstats.Row) float64 { return r.NegLog10P },
	sumstats.FieldEAF:         func(r *sumstats.Row) float64 { return r.EAF },
	sumstats.FieldOAF:         func(r *sumstats.Row) float64 { return 1 - r.EAF },
	sumstats.FieldMAF:         func(r *sumstats.Row) float64 { return min(r.EAF, 1-r.EAF) },
	sumstats.FieldN:           func(r *sumstats.Row) float64 { return r.N },
	sumstats.FieldNCases:      func(r *sumstats.Row) float64 { return r.NCases },
	sumstats.FieldNControls:   func(r *sumstats.Row) float64 { return r.NControls },
	sumstats.FieldNEff:        func(r *sumstats.Row) float64 { return float64(r.NEff) },
	sumstats.FieldInfo:        func(r *sumstats.Row) float64 { return r.Info },
}

// Validate says what is wrong with a filter.
func (f Filter) Validate() error {
	_, err := f.compile()
	return err
}

// compile makes the test of a filter.
func (f Filter) compile() (func(*sumstats.Row) bool, error) {
	if len(f.Values) == 0 || len(f.Values) > 1 && f.Op != FilterIn {
		return nil, fmt.Errorf("a filter with %s takes one value", f.Op)
	}
	if f.Field == sumstats.FieldRSID {
		return f.compileRSID()
	}
	value, ok := filterNumbers[f.Field]
	if !ok {
		return nil, fmt.Errorf("rows cannot be filtered by %s", f.Field)
	}
	var numbers []float64
	for _, text := range f.Values {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(x) {
			return nil, fmt.Errorf("%q is no number to compare %s with", text, f.Field)
		}
		numbers = append(numbers, x)
	}
	compare, ok := map[FilterOp]func(a, b float64) bool{
		FilterBelow: func(a, b float64) bool { return a < b }, FilterAtMost: func(a, b float64) bool { return a <= b },
		FilterAbove: func(a, b float64) bool { return a > b }, FilterAtLeast: func(a, b float64) bool { return a >= b },
		FilterEqual: func(a, b float64) bool { return a == b }, FilterUnequal: func(a, b float64) bool { return a != b && !math.IsNaN(a) },
		FilterIn: func(a, _ float64) bool { return slices.Contains(numbers, a) },
	}[f.Op]
	if !ok {
		return nil, fmt.Errorf("%q is none of < <= > >= = != in", f.Op)
	}
	return func(r *sumstats.Row) bool { return compare(value(r), numbers[0]) }, nil
}

// compileRSID compares names of variants.
func (f Filter) compileRSID() (func(*sumstats.Row) bool, error) {
	wanted := map[uint64]bool{}
	for _, text := range f.Values {
		id, err := strconv.ParseUint(strings.TrimPrefix(strings.ToLower(text), "rs"), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no rs number", text)
		}
		wanted[id] = true
	}
	switch f.Op {
	case FilterEqual, FilterIn:
		return func(r *sumstats.Row) bool { return r.RSID > 0 && wanted[r.RSID] }, nil
	case FilterUnequal:
		return func(r *sumstats.Row) bool { return r.RSID > 0 && !wanted[r.RSID] }, nil
	}
	return nil, fmt.Errorf("rs numbers are compared with = != in only")
}
