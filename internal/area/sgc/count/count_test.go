package count_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/area/sgc/count"
)

func TestParse(t *testing.T) {
	for cell, want := range map[string]count.Count{
		"0": count.Exact(0), "12": count.Exact(12), " 12 ": count.Exact(12), "10.0": count.Exact(10), "1e3": count.Exact(1000),
		"1E+05": count.Exact(100000), "+7": count.Exact(7), "<5": {Low: 0, High: 4}, "< 10": {Low: 0, High: 9}, "<1": count.Exact(0),
		"≤4": {Low: 0, High: 4}, "<= 4": {Low: 0, High: 4}, "<5.0": {Low: 0, High: 4},
		"1-4": {Low: 1, High: 4}, "396–400": {Low: 396, High: 400}, "8 - 12": {Low: 8, High: 12}, "7-7": count.Exact(7),
	} {
		if got, err := count.Parse(cell); err != nil || got != want {
			t.Errorf("%q = %v, %v, want %v", cell, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for cell, want := range map[string]error{
		"": count.ErrMissing, " ": count.ErrMissing, "NA": count.ErrMissing, "null": count.ErrMissing, "-": count.ErrMissing, "NaN": count.ErrMissing,
		"-1": count.ErrNegative, "-0.5": count.ErrNegative, "1.5": count.ErrWhole, "1,20": count.ErrWhole, "1.200": count.ErrSeparator, "<1.200": count.ErrSeparator, "1_000": count.ErrNumber,
		"0x10": count.ErrNumber, "Inf": count.ErrNumber, "-Inf": count.ErrNumber, "five": count.ErrNumber, "5>": count.ErrNumber, "<": count.ErrNumber,
		"<0": count.ErrBound, "<-3": count.ErrNegative, "<five": count.ErrNumber, "99999999999": count.ErrTooLarge, "1e400": count.ErrTooLarge,
		"9223372036854775808": count.ErrTooLarge, "2026-01-02": count.ErrNumber, "=1+1": count.ErrNumber,
		"4-1": count.ErrNumber, "1-4-6": count.ErrNumber, "1-99999999999": count.ErrTooLarge,
		"*": count.ErrOpen, "Suppressed": count.ErrOpen, ">20": count.ErrOpen, "≥ 20": count.ErrOpen,
	} {
		if got, err := count.Parse(cell); !errors.Is(err, want) {
			t.Errorf("%q = %v, %v, want %v", cell, got, err, want)
		}
	}
}

func counts() *rapid.Generator[count.Count] {
	return rapid.Custom(func(t *rapid.T) count.Count {
		low := rapid.Int64Range(0, 1000).Draw(t, "low")
		return count.Count{Low: low, High: low + rapid.Int64Range(0, 50).Draw(t, "width")}
	})
}

func TestWrittenNumbersAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := counts().Draw(t, "count")
		if got, err := count.Parse(c.String()); err != nil || got != c {
			t.Fatalf("%v written %q read %v, %v", c, c.String(), got, err)
		}
	})
}

func TestSumHoldsEverySumOfMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := counts().Draw(t, "a"), counts().Draw(t, "b")
		x, y := rapid.Int64Range(a.Low, a.High).Draw(t, "x"), rapid.Int64Range(b.Low, b.High).Draw(t, "y")
		if sum := a.Add(b); x+y < sum.Low || x+y > sum.High || sum != b.Add(a) {
			t.Fatalf("%d + %d is not in %v", x, y, sum)
		}
	})
}

func TestHidingDoesNotRevealSmallNumbers(t *testing.T) {
	for n := int64(1); n < 5; n++ {
		if got := count.Exact(n).Hide(5); got != count.Below(5) {
			t.Errorf("%d hidden is %v", n, got)
		}
	}
	for _, c := range []count.Count{count.Exact(0), count.Exact(5), count.Below(10), {Low: 6, High: 9}} {
		if got := c.Hide(5); got != c {
			t.Errorf("%v hidden is %v", c, got)
		}
	}
	for _, c := range []count.Count{count.Below(3), {Low: 1, High: 4}, {Low: 2, High: 3}} {
		if got := c.Hide(5); got != count.Below(5) {
			t.Errorf("%v hidden is %v", c, got)
		}
	}
	if got := (count.Count{Low: 2, High: 30}).Hide(5); got != count.Below(31) {
		t.Errorf("2–30 hidden is %v", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"12", "<5", "≤ 4", "1e3", "-1", "", "NaN", "1_0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		c, err := count.Parse(cell)
		if err == nil && (c.Low < 0 || c.High < c.Low || c.High > count.Max) {
			t.Errorf("%q = %v", cell, c)
		}
	})
}
