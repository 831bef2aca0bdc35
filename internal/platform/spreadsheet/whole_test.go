package spreadsheet

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestCompleteness(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "7": 7, " 20000 ": 20000, "20000.0": 20000, "20000.": 20000, "2E+04": 20000, "2e4": 20000, "2.5e4": 25000, "1.250e3": 1250,
		"20,000": 20000, "20 000": 20000, "20\u00a0000": 20000, "20\u202f000": 20000, "20'000": 20000, "20’000": 20000, "1,234,567": 1234567,
		"1.234.567": 1234567, "20,000.0": 20000, "20.000,0": 20000, "1.234.567,00": 1234567, "20000,0": 20000, "-5": -5, "−1,000": -1000, "+5": 5,
		"007": 7, "0.000": 0, "9007199254740991": 1<<53 - 1, "100,000": 100000, "20.0": 20, "20.00": 20, "1234.000": 1234,
	} {
		if got, err := Whole(text); err != nil || got != want {
			t.Errorf("%q is %d (%v), want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]error{
		"": ErrNumber, "-": ErrNumber, "many": ErrNumber, "1_000": ErrNumber, "0x10": ErrNumber, "NaN": ErrNumber, "Inf": ErrNumber, "1 2": ErrNumber,
		"12,34,567": ErrNumber, "1,234 567": ErrNumber, "1,,000": ErrNumber, ".5": ErrNumber, "1e": ErrNumber, "1-2": ErrNumber, "--1": ErrNumber,
		"20.000": ErrSeparator, "8.000": ErrSeparator, "100.000": ErrSeparator, "-20.000": ErrSeparator, "123.456": ErrSeparator,
		"20000,5": ErrFraction, "20000.5": ErrFraction, "0.500": ErrFraction, "0,010": ErrFraction, "2.5e0": ErrFraction, "20,000.5": ErrFraction,
		"20.000,5": ErrFraction, "36,1194": ErrFraction, "20.25": ErrFraction,
		"9007199254740992": ErrTooLarge, "1e16": ErrTooLarge, "1e999": ErrTooLarge,
	} {
		if got, err := Whole(text); !errors.Is(err, want) {
			t.Errorf("%q is %d (%v), want %v", text, got, err, want)
		}
	}
}

// A number never becomes another one: the result has the digits of the input.
func FuzzWhole(f *testing.F) {
	for _, text := range []string{"20.000", "20,000", "2E+04", "20000,5", "1.234.567,0", "-1 000", "0.000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Whole(text)
		if err != nil || strings.ContainsAny(text, "eE") {
			return
		}
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, text)
		written := strings.TrimLeft(digits, "0")
		read := strconv.FormatInt(int64(math.Abs(float64(n))), 10)
		if n != 0 && strings.TrimRight(written, "0") != strings.TrimRight(read, "0") {
			t.Errorf("%q is %d", text, n)
		}
	})
}
