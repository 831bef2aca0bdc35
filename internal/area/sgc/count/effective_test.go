package count_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/area/sgc/count"
)

// Computed by hand: 4·100·300/400 = 300, 4·2·3/5 = 4.8, 4·4·596/600 = 15.893.
func TestEffectiveN(t *testing.T) {
	for _, c := range []struct {
		cases, controls, want count.Count
	}{
		{count.Exact(100), count.Exact(300), count.Exact(300)},
		{count.Exact(500), count.Exact(500), count.Exact(1000)},
		{count.Exact(2), count.Exact(3), count.Exact(5)},
		{count.Exact(1), count.Exact(1_000_000_000), count.Exact(4)},
		{count.Below(5), count.Exact(596), count.Count{Low: 0, High: 16}},
		{count.Exact(0), count.Exact(500), count.Exact(0)},
		{count.Exact(500), count.Exact(0), count.Exact(0)},
		{count.Exact(count.Max), count.Exact(count.Max), count.Exact(2 * count.Max)},
	} {
		if got := count.EffectiveN(c.cases, c.controls).Rounded(); got != c.want {
			t.Errorf("%v cases, %v controls: %v, want %v", c.cases, c.controls, got, c.want)
		}
	}
	sum := count.EffectiveN(count.Exact(2), count.Exact(3)).Add(count.EffectiveN(count.Exact(1), count.Exact(3)))
	if sum.Rounded() != count.Exact(8) || math.Abs(sum.Low-7.8) > 1e-12 { // 4.8 + 3, not 5 + 3; for 3 and 6 together it would be 8
		t.Errorf("two cohorts: %v", sum)
	}
}

func TestEffectiveNHoldsEveryMember(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := counts().Draw(t, "cases"), counts().Draw(t, "controls")
		x, y := rapid.Int64Range(a.Low, a.High).Draw(t, "x"), rapid.Int64Range(b.Low, b.High).Draw(t, "y")
		all, one := count.EffectiveN(a, b), count.EffectiveN(count.Exact(x), count.Exact(y))
		if one.Low < all.Low-1e-9 || one.High > all.High+1e-9 {
			t.Fatalf("%v is not in %v", one, all)
		}
		if one.High > float64(x+y)+1e-9 {
			t.Fatalf("%d cases and %d controls tell more than so many people: %v", x, y, one)
		}
	})
}
