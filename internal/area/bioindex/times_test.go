package bioindex

import (
	"testing"
	"time"
)

func TestMedianOfTheLastAnswers(t *testing.T) {
	var kept times
	if got := kept.of("a"); got != (Answered{}) {
		t.Errorf("of nothing: %+v", got)
	}
	for _, took := range []time.Duration{9, 1, 5, 7} {
		kept.add("a", took)
	}
	kept.add("b", 1000)
	if got, want := kept.of("a"), (Answered{4, 5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for range keptTimes {
		kept.add("a", 3)
	}
	if got, want := kept.of("a"), (Answered{99, 3}); got != want {
		t.Errorf("older answers count: %+v, want %+v", got, want)
	}
}
