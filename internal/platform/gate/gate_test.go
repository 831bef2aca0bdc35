package gate_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cohortium/internal/platform/gate"
)

var (
	ann      = gate.Caller{Name: "ann"}
	bob      = gate.Caller{Name: "bob"}
	stranger = gate.Caller{Name: "1.2.3.4", Stranger: true}
	another  = gate.Caller{Name: "5.6.7.8", Stranger: true}
)

func TestShares(t *testing.T) {
	for name, c := range map[string]struct {
		shares gate.Shares
		inside []gate.Caller
		next   gate.Caller
		fits   bool
	}{
		"one less than all":         {gate.Shares{All: 3, Each: 3, Strangers: 3}, []gate.Caller{ann, ann}, bob, true},
		"all":                       {gate.Shares{All: 3, Each: 3, Strangers: 3}, []gate.Caller{ann, ann, ann}, bob, false},
		"one less than its share":   {gate.Shares{All: 9, Each: 2, Strangers: 9}, []gate.Caller{ann}, ann, true},
		"its share":                 {gate.Shares{All: 9, Each: 2, Strangers: 9}, []gate.Caller{ann, ann}, ann, false},
		"the share of another":      {gate.Shares{All: 9, Each: 2, Strangers: 9}, []gate.Caller{ann, ann}, bob, true},
		"one less than strangers":   {gate.Shares{All: 9, Each: 9, Strangers: 2}, []gate.Caller{stranger, ann, ann}, another, true},
		"all strangers":             {gate.Shares{All: 9, Each: 9, Strangers: 2}, []gate.Caller{stranger, stranger}, another, false},
		"an account, all strangers": {gate.Shares{All: 9, Each: 9, Strangers: 2}, []gate.Caller{stranger, stranger}, ann, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := gate.New(c.shares)
				var first func()
				for _, one := range c.inside {
					leave, err := g.Enter(t.Context(), one)
					if err != nil {
						t.Fatal(err)
					}
					first = leave
				}
				began := time.Now()
				leave, err := g.Enter(t.Context(), c.next)
				switch {
				case c.fits && (err != nil || time.Since(began) > 0):
					t.Errorf("%v after %s", err, time.Since(began))
				case !c.fits && (!errors.Is(err, gate.ErrBusy) || time.Since(began) != gate.Patience):
					t.Errorf("%v after %s, want ErrBusy after %s", err, time.Since(began), gate.Patience)
				case c.fits:
					leave()
				}
				first() // there is room again
				if _, err := g.Enter(t.Context(), c.next); err != nil {
					t.Errorf("after one left: %v", err)
				}
			})
		})
	}
}

// TestACallerIsStarvedOnlyWhileNoneOfItsCallsGetIn: a line of one's own calls moves on.
func TestACallerIsStarvedOnlyWhileNoneOfItsCallsGetIn(t *testing.T) {
	for took, busy := range map[time.Duration]int64{gate.Patience - time.Millisecond: 0, gate.Patience + time.Millisecond: 9} {
		synctest.Test(t, func(t *testing.T) {
			g := gate.New(gate.Shares{All: 1, Each: 1, Strangers: 1})
			var refused atomic.Int64
			for range 10 {
				go func() {
					leave, err := g.Enter(t.Context(), ann)
					if err != nil {
						refused.Add(1)
						return
					}
					time.Sleep(took)
					leave()
				}()
			}
			time.Sleep(time.Minute)
			if refused.Load() != busy {
				t.Errorf("calls of %s: %d were refused, want %d", took, refused.Load(), busy)
			}
		})
	}
}

// TestTheFewestAreNext: a caller with many calls in the line does not put off another.
func TestTheFewestAreNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate.New(gate.Shares{All: 4, Each: 2, Strangers: 2})
		work := func(c gate.Caller) {
			leave, err := g.Enter(t.Context(), c)
			if err == nil {
				time.Sleep(time.Second)
				leave()
			}
		}
		for range 50 {
			go work(ann)
			go work(stranger)
		}
		synctest.Wait()
		time.Sleep(time.Millisecond)
		began := time.Now()
		work(bob)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("bob waited %s", took)
		}
		time.Sleep(time.Hour)
	})
}

// TestCallersTakeTurns: many callers with a bundle of calls each are all served.
func TestCallersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate.New(gate.Shares{All: 2, Each: 1, Strangers: 2})
		for caller := range 10 {
			for range 20 {
				go func() {
					leave, err := g.Enter(t.Context(), gate.Caller{Name: fmt.Sprint(caller), Stranger: true})
					if err != nil {
						t.Errorf("caller %d: %v", caller, err)
						return
					}
					time.Sleep(200 * time.Millisecond)
					leave()
				}()
			}
			synctest.Wait()
		}
		time.Sleep(time.Hour)
	})
}

// TestEndedCallsFreeTheirShares ends calls at random while they wait and checks the shares against a
// separate count, and that all shares are free at the end.
func TestEndedCallsFreeTheirShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate.New(gate.Shares{All: 4, Each: 2, Strangers: 3})
		r := rand.New(rand.NewPCG(1, 2))
		var all, strangers atomic.Int64
		var each sync.Map
		for i := range 2000 {
			c := gate.Caller{Name: fmt.Sprint(i % 7), Stranger: i%7 < 4}
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.IntN(3000))*time.Millisecond)
			held, after := time.Duration(r.IntN(300))*time.Millisecond, time.Duration(r.IntN(100_000))*time.Millisecond
			go func() {
				defer cancel()
				time.Sleep(after)
				leave, err := g.Enter(ctx, c)
				if err != nil {
					return
				}
				n, _ := each.LoadOrStore(c.Name, new(atomic.Int64))
				own := n.(*atomic.Int64)
				if all.Add(1) > 4 || own.Add(1) > 2 || c.Stranger && strangers.Add(1) > 3 {
					t.Error("more inside than the shares")
				}
				time.Sleep(held)
				all.Add(-1)
				own.Add(-1)
				if c.Stranger {
					strangers.Add(-1)
				}
				leave()
			}()
		}
		time.Sleep(time.Hour)
		for _, c := range []gate.Caller{{Name: "0", Stranger: true}, {Name: "1", Stranger: true}, {Name: "2", Stranger: true}, {Name: "6"}} {
			if _, err := g.Enter(t.Context(), c); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	})
}
