package sumstats

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestParseNumber(t *testing.T) {
	tests := map[string]struct {
		want  float64
		state numberState
	}{
		"1": {1, numberOK}, "1.0": {1, numberOK}, ".5": {.5, numberOK}, "5.": {5, numberOK}, "-0.25": {-.25, numberOK}, "+3": {3, numberOK},
		"1e-8": {1e-8, numberOK}, "1E-08": {1e-8, numberOK}, "1e+05": {1e5, numberOK}, "4.71E-09": {4.71e-9, numberOK},
		"0.00829999999999997": {0.00829999999999997, numberOK}, "0.1234567890123456789012": {0.1234567890123456789012, numberOK},
		"123456789012345678901": {123456789012345678901, numberOK}, "1e-400": {0, numberOK}, "2.5e300": {2.5e300, numberOK},
		"": {0, numberMissing}, ".": {0, numberMissing}, "NA": {0, numberMissing}, "N/A": {0, numberMissing}, "n/a": {0, numberMissing},
		"#N/A": {0, numberMissing}, "#NA": {0, numberMissing}, "NaN": {0, numberMissing}, "nan": {0, numberMissing}, "-nan": {0, numberMissing},
		"null": {0, numberMissing}, "NULL": {0, numberMissing}, "None": {0, numberMissing}, "-": {0, numberMissing},
		"Inf": {0, numberInfinite}, "-inf": {0, numberInfinite}, "+Infinity": {0, numberInfinite}, "1e400": {0, numberInfinite},
		"1,5": {0, numberComma}, "5,2e-8": {0, numberComma}, "1,234,567": {0, numberComma},
		"1_000": {0, numberBad}, "0x1F": {0, numberBad}, "2020-01-01": {0, numberBad}, "1.2.3": {0, numberBad}, "abc": {0, numberBad},
		"1e": {0, numberBad}, "e5": {0, numberBad}, "--1": {0, numberBad}, "1 2": {0, numberBad}, "?": {0, numberBad}, "+": {0, numberBad},
	}
	for text, tt := range tests {
		got, state := parseNumber([]byte(text))
		if state != tt.state || state == numberOK && got != tt.want {
			t.Errorf("parseNumber(%q) = %v, %v; want %v, %v", text, got, state, tt.want, tt.state)
		}
	}
}

// TestParseFloatIsExact compares with strconv on every shape of number.
func TestParseFloatIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[0-9]{1,20}(\.[0-9]{0,20})?([eE][-+]?[0-9]{1,3})?`).Draw(t, "number")
		want, err := strconv.ParseFloat(text, 64)
		got, ok := ParseFloat([]byte(text))
		if ok != (err == nil) || ok && got != want {
			t.Fatalf("ParseFloat(%s) = %v, %v; strconv %v, %v", text, got, ok, want, err)
		}
	})
}

func TestParseNegLog10P(t *testing.T) {
	tests := map[string]float64{
		"1": 0, "1.0": 0, "0.05": 1.301029995663981, "1e-8": 8, "5e-8": 7.301029995663981, "0.1": 1,
		"3.2e-412": 411.494850021680094, "1e-400": 400, "2.2250738585072014e-308": 307.652655568588784, "4.9e-324": 323.309803919971486,
		"1.23456789012345678901234e-350": 349.90848509, "0.99999999": 4.3429448406e-9, "1E-1000": 1000, "12.5e-3": 1.903089986991944,
	}
	for text, want := range tests {
		got, ok := ParseNegLog10P([]byte(text))
		if !ok || math.Abs(got-want) > 1e-8*max(want, 1e-9) {
			t.Errorf("ParseNegLog10P(%s) = %.12g, %v; want %.12g", text, got, ok, want)
		}
	}
	if got, ok := ParseNegLog10P([]byte("0")); !ok || !math.IsInf(got, 1) {
		t.Errorf("P of 0 is %v, %v", got, ok)
	}
	for _, text := range []string{"-0.1", "1.1", "2", "NA", "", "x", "0,05", "inf"} {
		if got, ok := ParseNegLog10P([]byte(text)); ok {
			t.Errorf("ParseNegLog10P(%s) = %v", text, got)
		}
	}
}

func TestParsePosition(t *testing.T) {
	for text, want := range map[string]struct {
		v          int32
		scientific bool
	}{
		"1": {1, false}, "249250621": {249250621, false}, "1e+05": {100000, true}, "9.9e+7": {99000000, true}, "100.0": {100, true},
		"0": {}, "-5": {}, "1.5": {}, "1e-3": {}, "99999999999": {}, "1,000": {}, "": {}, "abc": {}, "2147483648": {},
	} {
		v, scientific, ok := ParsePosition([]byte(text))
		if ok != (want.v > 0) || ok && (v != want.v || scientific != want.scientific) {
			t.Errorf("ParsePosition(%q) = %d, %v, %v", text, v, scientific, ok)
		}
	}
}

func TestParseRSID(t *testing.T) {
	for text, want := range map[string]uint64{
		"rs123": 123, "RS5": 5, "rs1,rs2": 1, "rs12;rs2": 12, "rs7:1000:A:G": 7, "rs": 0, "rsx": 0, "rs12a": 0, "1:2": 0, "": 0, "rs,": 0,
		"rs123456789012345678901": 0,
	} {
		if got := ParseRSID([]byte(text)); got != want {
			t.Errorf("ParseRSID(%q) = %d, want %d", text, got, want)
		}
	}
}

func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1", "-1.5e-300", "3.2e-412", "1,5", "NA", "0.00000000000000000000000001", "1e", "inf"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		v, ok := ParseFloat(b)
		if ok {
			if want, err := strconv.ParseFloat(string(b), 64); err != nil || want != v {
				t.Fatalf("ParseFloat(%q) = %v, strconv %v, %v", b, v, want, err)
			}
		}
		if x, ok := ParseNegLog10P(b); ok && !(x >= 0) {
			t.Fatalf("ParseNegLog10P(%q) = %v", b, x)
		}
		if x, ok := ParseNegLog10P(b); ok && v > 1e-290 && math.Abs(x+math.Log10(v)) > 1e-9 {
			t.Fatalf("ParseNegLog10P(%q) = %v but P is %v", b, x, v)
		}
	})
}

func TestFormOf(t *testing.T) {
	for form, cells := range map[string][]string{
		"":         {"", "NA", "1.5", "1e-8", "-3", "abc", "A,T", "1.2.3", "12 ab", "1 2", "12 3456", "1 000.5"},
		WithCommas: {"0,5", "12,500", "1,234,567", "1,234.5", "1,234,567.8", "-0,1", "2,5e-8", "1.234,5", "1.234.567,8"},
		WithBlanks: {"12 500", "1 234 567", "1\u00a0000", "10\u202f052\u202f696"},
		AsLists:    {"0.12,0.34", "0.12,0.34,0.5", "0.5,0", "1e-8,0.3", "2,3,4", "1.5,2.5", "-0.01,-0.02"},
	} {
		for _, cell := range cells {
			if got := FormOf([]byte(cell)); got != form {
				t.Errorf("%q is %q, want %q", cell, got, form)
			}
		}
	}
}
