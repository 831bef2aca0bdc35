package guard

import (
	"context"
	"errors"
	"strings"
	"testing"
)

var errPlain = errors.New("plain")

func TestDo(t *testing.T) {
	if err := Do(func() error { return nil }); err != nil {
		t.Error(err)
	}
	if err := Do(func() error { return errPlain }); !errors.Is(err, errPlain) || Panicked(err) {
		t.Error(err)
	}
	err := Do(func() error { panic("the ceiling fell") })
	if !Panicked(err) || !strings.Contains(err.Error(), "the ceiling fell") || !strings.Contains(err.Error(), "guard_test.go") {
		t.Errorf("value or place of the panic is missing: %v", err)
	}
}

func TestGroupCancelsTheOthers(t *testing.T) {
	group, ctx := WithContext(context.Background())
	group.Go(func() error {
		<-ctx.Done()
		return context.Cause(ctx)
	})
	group.Go(func() error { panic("one of two") })
	if err := group.Wait(); !Panicked(err) {
		t.Errorf("error %v", err)
	}
}

func TestAllWaitsAndPanicsInTheCaller(t *testing.T) {
	done := make([]bool, 5)
	err := Do(func() error {
		All(len(done), func(i int) {
			done[i] = true
			if i == 2 {
				panic("number two")
			}
		})
		return nil
	})
	if !Panicked(err) || strings.Count(err.Error(), "panic: ") != 1 || !strings.Contains(err.Error(), "number two") {
		t.Errorf("error %v", err)
	}
	for i, d := range done {
		if !d {
			t.Errorf("call %d was not made", i)
		}
	}
}
