package auth_test

import (
	"fmt"
	"testing"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// try signs in and returns the outcome.
func (o *office) try(t *testing.T, in auth.SignIn) errs.Kind {
	t.Helper()
	_, _, err := o.SignIn(t.Context(), in)
	if err == nil {
		return 0
	}
	return errs.KindOf(err)
}

func (o *office) wantTry(t *testing.T, what string, in auth.SignIn, want errs.Kind) {
	t.Helper()
	if got := o.try(t, in); got != want {
		t.Errorf("%s: ended as %d, want %d", what, got, want)
	}
}

// All spellings that find an account share its allowance, that of its second
// factor's codes as well.
func TestEverySpellingOfANameIsOneAccount(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.account(t, "Zoë Straße", "uploader")
	spellings := []string{
		"Zoë Straße",
		"zoë straße",
		"ZOË STRASSE",
		" Zoë Straße",
		"Zoë Straße ",
		"Zoë Straße\t",
		"\u00a0Zoë Straße\u2003",
		"Zoe\u0308 Straße",
		"zoe\u0308 strasse\n",
	}
	for i, name := range spellings {
		in := auth.SignIn{UserName: name, Password: password, Address: fmt.Sprintf("198.51.100.%d", i)}
		o.wantTry(t, name, in, 0)
	}
	for i, name := range spellings {
		want := errs.Unauthenticated
		if i >= 5 {
			want = errs.RateLimited
		}
		o.wantTry(t, fmt.Sprintf("guess %d as %q", i+1, name), auth.SignIn{UserName: name, Password: "guess", Address: "192.0.2.1"}, want)
	}
}

// An IPv6 customer has 2^64 addresses.
func TestIPv6AddressesCountByNetwork(t *testing.T) {
	t.Parallel()
	o := setup(t)
	guess := func(address string) auth.SignIn {
		return auth.SignIn{UserName: "jane", Password: "guess", Address: address}
	}
	for i := range 5 {
		o.wantTry(t, "a host of the network", guess(fmt.Sprintf("2001:db8:1:2:%x::%x", i+1, i)), errs.Unauthenticated)
	}
	o.wantTry(t, "another host of the network", guess("2001:db8:1:2:ffff::9"), errs.RateLimited)
	o.wantTry(t, "the same with a zone", guess("2001:db8:1:2::9%eth0"), errs.RateLimited)
	o.wantTry(t, "the network beside it", guess("2001:db8:1:3::9"), errs.Unauthenticated)
	for range 5 {
		o.wantTry(t, "an IPv4 address", guess("::ffff:192.0.2.7"), errs.Unauthenticated)
	}
	o.wantTry(t, "the same, written as IPv4", guess("192.0.2.7"), errs.RateLimited)
	o.wantTry(t, "the IPv4 address beside it", guess("192.0.2.8"), errs.Unauthenticated)
}

// Strangers at many addresses guess for as long as they like. From a device or
// an address where the account has signed in before, its owner gets in at once.
func TestStrangersDoNotKeepTheOwnerOut(t *testing.T) {
	t.Parallel()
	o := setup(t)
	jane := func(address, device string) auth.SignIn {
		return auth.SignIn{UserName: "jane", Password: password, Address: address, Device: device}
	}
	o.wantTry(t, "the first sign-in", jane("203.0.113.5", "laptop"), 0)
	refused := 0
	for i := range 42 { // 7 minutes
		for k := range 40 {
			o.try(t, auth.SignIn{UserName: "Jane", Password: "guess", Address: fmt.Sprintf("192.0.2.%d", k), Device: fmt.Sprint("made up ", i)})
		}
		o.wantTry(t, "the device elsewhere", jane(fmt.Sprintf("198.51.100.%d", i), "laptop"), 0)
		o.wantTry(t, "the address with another browser", jane("203.0.113.5", ""), 0)
		if o.try(t, jane(fmt.Sprintf("198.18.0.%d", i), "phone")) == errs.RateLimited {
			refused++
		}
		o.pass(10 * time.Second)
	}
	if refused == 0 { // else the account as a whole is not slowed down
		t.Error("a device that nobody knows is let in without waiting")
	}
}

// A known place has an allowance, not unlimited attempts, and only for the account that was signed
// in to.
func TestAKnownPlaceHasAnAllowanceOfItsOwn(t *testing.T) {
	t.Parallel()
	o := setup(t)
	o.account(t, "joe", "uploader")
	o.wantTry(t, "the first sign-in", auth.SignIn{UserName: "jane", Password: password, Address: "203.0.113.5", Device: "laptop"}, 0)
	guess := auth.SignIn{UserName: "jane", Password: "guess", Address: "198.51.100.1", Device: "laptop"}
	for range 5 {
		o.wantTry(t, "a guess at the device", guess, errs.Unauthenticated)
	}
	o.wantTry(t, "the sixth", guess, errs.RateLimited)
	guess.Address = "198.51.100.2"
	o.wantTry(t, "the sixth from elsewhere", guess, errs.RateLimited)
	o.wantTry(t, "the owner at the known address", auth.SignIn{UserName: "jane", Password: password, Address: "203.0.113.5"}, 0)

	for i := range 5 { // joe never signed in there, so that the address counts and not the device
		joe := auth.SignIn{UserName: "joe", Password: "guess", Address: "198.51.100.3", Device: "laptop"}
		o.wantTry(t, fmt.Sprint("a guess at joe's ", i), joe, errs.Unauthenticated)
	}
	o.wantTry(t, "joe with another browser", auth.SignIn{UserName: "joe", Password: password, Address: "198.51.100.3"}, errs.RateLimited)
}

// Places are forgotten with everything else that was used to sign in, and after half a year. The
// place where a link for a new password was used is known.
func TestPlacesAreForgotten(t *testing.T) {
	t.Parallel()
	o := setup(t)
	flood := func() {
		for k := range 40 {
			o.try(t, auth.SignIn{UserName: "jane", Password: "guess", Address: fmt.Sprintf("192.0.2.%d", k)})
		}
	}
	laptop := auth.SignIn{UserName: "jane", Password: password, Address: "203.0.113.5", Device: "laptop"}
	o.wantTry(t, "the first sign-in", laptop, 0)
	o.pass(auth.PlaceLife)
	must(t, o.Sweep(t.Context()))
	flood()
	o.wantTry(t, "exactly half a year later", laptop, 0)
	o.pass(auth.PlaceLife + time.Second)
	must(t, o.Sweep(t.Context()))
	flood()
	o.wantTry(t, "later", laptop, errs.RateLimited)

	o.pass(time.Hour)
	o.wantTry(t, "when the guesses have stopped", laptop, 0)
	admin := o.person(t, "boss", "admin")
	must(t, o.EndSessionsOf(t.Context(), admin, "", o.user(t, "jane").ID))
	flood()
	o.wantTry(t, "after everything was ended", laptop, errs.RateLimited)
}

// Without a name or a password nothing can be found out, so nothing is counted; the answer is still
// that of a wrong password.
func TestMalformedTriesAreNoGuesses(t *testing.T) {
	t.Parallel()
	o := setup(t)
	for range 60 { // more than any limit lets through
		for _, in := range []auth.SignIn{{UserName: "jane"}, {Password: password}, {UserName: " ", Password: password}, {}} {
			in.Address = "192.0.2.1"
			_, _, err := o.SignIn(t.Context(), in)
			wantCode(t, fmt.Sprintf("%+v", in), err, errs.Unauthenticated, "wrong_credentials")
		}
	}
	if _, _, err := o.signIn(t, password); err != nil {
		t.Errorf("the owner at the same address: %v", err)
	}
}

// Attempts of others do not keep a signed-in person from changing the account.
func TestStrangersDoNotKeepTheOwnerFromTheirAccount(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	for k := range 60 {
		o.try(t, auth.SignIn{UserName: "jane", Password: "guess", Address: fmt.Sprintf("192.0.2.%d", k)})
	}
	if _, _, err := o.ChangePassword(t.Context(), id, "another quite long pass phrase", password); err != nil {
		t.Errorf("the owner changes the password: %v", err)
	}
}

// A stranger who requests links in a person's name does not keep that person from getting one.
func TestStrangersDoNotKeepTheOwnerFromALink(t *testing.T) {
	t.Parallel()
	o := setup(t)
	o.session(t, "jane") // at 192.0.2.1
	for k := range 40 {
		_ = o.RequestReset(t.Context(), "Jane ", fmt.Sprintf("198.51.100.%d", k))
	}
	if err := o.RequestReset(t.Context(), "jane", "203.0.113.9"); !errs.Is(err, errs.RateLimited) {
		t.Errorf("from anywhere: %v", err)
	}
	if err := o.RequestReset(t.Context(), "jane", "192.0.2.1"); err != nil {
		t.Errorf("from where the account has signed in: %v", err)
	}
}
