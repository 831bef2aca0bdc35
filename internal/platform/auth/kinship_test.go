package auth_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cohortium/internal/platform/auth"
)

// persons labels accounts so that those that may be one person's have one label. It
// joins the two sides of a tie until nothing changes.
func persons(accounts []string, ties []auth.Tie) map[string]int {
	label := map[string]int{}
	for i, a := range accounts {
		label[a] = i
	}
	for changed := true; changed; {
		changed = false
		for _, t := range ties {
			joined := t.Bond == auth.BondMade || t.Bond == auth.BondPassword && !t.Proven
			if low := min(label[t.UserID], label[t.MakerID]); joined && label[t.UserID]+label[t.MakerID] != 2*low {
				label[t.UserID], label[t.MakerID], changed = low, low, true
			}
		}
	}
	return label
}

// Accounts of any graph of makers judge each other where no path of bonds joins them, and
// where none of the judge's accounts was invited by the other.
func TestKinshipOfRandomGraphs(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		accounts := make([]string, rapid.IntRange(2, 12).Draw(rt, "accounts"))
		for i := range accounts {
			accounts[i] = fmt.Sprintf("a%02d", i)
		}
		one := rapid.SampledFrom(accounts)
		proven := map[string]bool{}
		for _, a := range accounts {
			proven[a] = rapid.Bool().Draw(rt, "proven")
		}
		var ties []auth.Tie
		for range rapid.IntRange(0, 16).Draw(rt, "ties") {
			user := one.Draw(rt, "user")
			bond := auth.Bond(rapid.IntRange(int(auth.BondInvited), int(auth.BondMade)).Draw(rt, "bond"))
			ties = append(ties, auth.Tie{UserID: user, MakerID: one.Draw(rt, "maker"), Bond: bond, Proven: proven[user]})
		}
		label, k := persons(accounts, ties), auth.NewKinship(ties)
		for _, judge := range accounts {
			barred, apart := []string{judge}, []string{judge}
			invites := func(maker, user string) bool {
				return slices.ContainsFunc(ties, func(t auth.Tie) bool {
					return t.Bond == auth.BondInvited && !t.Proven && t.MakerID == maker && label[t.UserID] == label[user]
				})
			}
			for _, of := range accounts {
				want := label[judge] == label[of] || invites(of, judge)
				if of != judge && (want || invites(judge, of)) {
					apart = append(apart, of)
				}
				if got := k.Bars(judge, of); got != want {
					rt.Fatalf("%s of %s: barred %t, want %t, by %+v", judge, of, got, want, ties)
				}
				if want && of != judge {
					barred = append(barred, of)
				}
			}
			if diff := cmp.Diff(apart, k.ApartFrom(judge)); diff != "" {
				rt.Fatalf("apart from %s, by %+v (-want +got):\n%s", judge, ties, diff)
			}
			if diff := cmp.Diff(barred, k.BarredFrom(judge)); diff != "" {
				rt.Fatalf("barred from, by %+v (-want +got):\n%s", ties, diff)
			}
		}
	})
}

// The consortium of one administrator: those whom they invited judge each other, and an
// account of theirs is a person's once it is proven.
func TestOneAdministratorAndThoseTheyInvited(t *testing.T) {
	invited := func(user string, proven bool) auth.Tie {
		return auth.Tie{UserID: user, MakerID: "admin", Bond: auth.BondInvited, Proven: proven}
	}
	password := func(user string, proven bool) auth.Tie {
		return auth.Tie{UserID: user, MakerID: "admin", Bond: auth.BondPassword, Proven: proven}
	}
	for _, c := range []struct {
		name      string
		ties      []auth.Tie
		judge, of string
		want      bool
	}{
		{"two who were invited", []auth.Tie{invited("r", false), invited("u", false)}, "r", "u", false},
		{"the administrator of whom they invited", []auth.Tie{invited("u", false)}, "admin", "u", false},
		{"who was invited of the administrator", []auth.Tie{invited("r", false)}, "r", "admin", true},
		{"the same, proven", []auth.Tie{invited("r", true)}, "r", "admin", false},
		{"the administrator of an account with their password", []auth.Tie{password("u", false)}, "admin", "u", true},
		{"two accounts with their password", []auth.Tie{password("r", false), password("u", false)}, "r", "u", true},
		{"one of them proven", []auth.Tie{password("r", true), password("u", false)}, "r", "u", false},
		{"one invited, one with a password", []auth.Tie{invited("r", false), password("u", false)}, "r", "u", false},
		{"a puppet of who was invited", []auth.Tie{invited("r", false), {UserID: "p", MakerID: "r", Bond: auth.BondMade, Proven: true}}, "p", "admin", true},
	} {
		if got := auth.NewKinship(c.ties).Bars(c.judge, c.of); got != c.want {
			t.Errorf("%s: barred %t, want %t", c.name, got, c.want)
		}
	}
}
