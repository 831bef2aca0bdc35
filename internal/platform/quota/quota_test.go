package quota_test

import (
	"math"
	"testing"

	"cohortium/internal/platform/quota"
)

func TestFits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		used, limit, more int64
		want              bool
	}{
		{60, 100, 40, true},
		{60, 100, 41, false},
		{100, 100, 0, true},
		{101, 100, 0, false}, // the limit was lowered, or the object is stored already
		{0, 1, math.MaxInt64, false},
		{math.MaxInt64 - 1, quota.None, 1, true},
		{5, quota.Setting(0), 1 << 60, true},
		{5, quota.Setting(5), 1, false},
	} {
		if got := quota.Of(quota.Tables, c.used, c.limit).Fits(c.more); got != c.want {
			t.Errorf("%d more on %d of %d: %v", c.more, c.used, c.limit, got)
		}
	}
	if q := quota.Of(quota.Pages, 3, quota.None); q != (quota.Quota{Kind: "pages", Used: 3}) {
		t.Errorf("no limit is %+v", q)
	}
}
