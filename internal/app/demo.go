package app

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cohortium/internal/app/console"
	"cohortium/internal/area/reference"
	"cohortium/internal/dev/seed"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/private"
)

// DemoCmd starts a server with the demo consortium.
type DemoCmd struct {
	config.Settings `embed:""`
}

// demoAccount is the role of a demo account, and where it signs in.
type demoAccount struct{ role, group, door string }

// demoAccounts returns the demo's accounts. Their passwords are created at the first start, so that
// installations do not share one.
func demoAccounts() map[string]demoAccount {
	return map[string]demoAccount{
		"uploader1":    {"uploader", "hermes", "/hermes/login"},
		"uploader2":    {"uploader", "hermes", "/hermes/login"},
		"analyst1":     {"analyst", "hermes", "/hermes/login"},
		"reviewer1":    {"reviewer", "hermes", "/hermes/login"},
		"contact1":     {"sgc-uploader", "sgc", "/sgc/login"},
		"coordinator1": {"sgc-reviewer", "sgc", "/sgc/login"},
		"curator1":     {"curator", "", "/login"},
		"contributor1": {"contributor", "", "/login"},
		"admin1":       {auth.RoleAdmin, "", "/login"},
	}
}

// Run fills the data folder, prints the accounts and serves. A second start keeps existing data.
func (c *DemoCmd) Run(env *console.Env) error {
	c.settle()
	passwords, err := c.prepare(env.Ctx)
	if err != nil {
		return err
	}
	s := server{settings: c.Settings, log: newLog(io.Discard), demo: true, started: func(ctx context.Context, _ *stack, base string) error {
		c.greet(env.Stdout, base, passwords)
		c.load(ctx, env, base, passwords)
		return nil
	}}
	return s.run(env.Ctx)
}

// settle sets the demo's defaults: the passwords are in a file, so the server is only reachable
// from this machine.
func (c *DemoCmd) settle() {
	c.RequireSecondFactor = nil // so that the demo can be explored immediately
	c.Listen = cmp.Or(c.Listen, "localhost:8080")
}

// load fills the running server. The server is useful without the demo's data, so a failure is only
// printed.
func (c *DemoCmd) load(ctx context.Context, env *console.Env, base string, passwords seed.Passwords) {
	fmt.Fprintln(env.Stdout, "Loading the demo consortium; cohorts and data sets appear one after the other.")
	var err error
	if !c.ExternalUserService() { // otherwise the accounts of the area sign in elsewhere
		err = seed.Cohorts(ctx, base, passwords, newLog(io.Discard))
	}
	if err == nil {
		err = seed.Consortium(ctx, base, passwords, newLog(io.Discard))
	}
	if err == nil { // the release is computed while the registry is filled
		release := make(chan error, 1)
		go func() { release <- seed.Release(ctx, base, passwords, newLog(io.Discard)) }()
		err = seed.Registry(ctx, base, passwords, newLog(io.Discard))
		if err == nil {
			err = seed.Shown(ctx, base, passwords, newLog(io.Discard))
		}
		err = errors.Join(err, <-release)
	}
	switch {
	case err == nil:
		fmt.Fprintln(env.Stdout, "The demo consortium is loaded, with a meta-analysis, a published release, a page and an index. Press Ctrl+C to stop.")
	case ctx.Err() == nil:
		fmt.Fprintln(env.Stderr, "The demo consortium could not be loaded:", err)
	}
}

func (c *DemoCmd) greet(w io.Writer, base string, passwords seed.Passwords) {
	fmt.Fprintf(w, "\nCohortium is at %s\n\n", base)
	accounts := demoAccounts()
	for _, name := range slices.Sorted(maps.Keys(accounts)) {
		a := accounts[name]
		fmt.Fprintf(w, "  %-13s %-17s %-13s %s\n", name, passwords[name], a.role, base+a.door)
	}
	fmt.Fprintf(w, "\nStart at %s/hermes/login. The data are in %s.\n", base, c.Data)
}

// prepare creates what the demo needs before the server starts: phenotypes, reference data and
// accounts.
func (c *DemoCmd) prepare(ctx context.Context) (_ seed.Passwords, err error) {
	if err := makeDataFolder(c.Data); err != nil {
		return nil, err
	}
	if err := c.preparePhenotypes(); err != nil {
		return nil, err
	}
	passwords, err := c.passwords()
	if err != nil {
		return nil, err
	}
	k, err := openStack(ctx, c.Settings, newLog(io.Discard), tuning{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, k.Close()) }()
	if err := k.bringInReference(ctx); err != nil {
		return nil, err
	}
	if err := prepareReference(ctx, k); err != nil {
		return nil, err
	}
	for name, account := range demoAccounts() {
		user := auth.NewUser{UserName: name, Email: name + "@example.org", Password: passwords[name], Roles: []string{account.role}}
		if account.group != "" {
			user.Groups = []string{account.group}
		}
		if _, err := k.auth.CreateUser(ctx, user); err != nil && !errs.Is(err, errs.Conflict) {
			return nil, explained(err)
		}
	}
	return passwords, nil
}

func (c *DemoCmd) preparePhenotypes() error {
	path := c.Phenotypes()
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := private.Folder(filepath.Dir(path)); err != nil {
		return err
	}
	return private.Write(path, []byte(seed.Phenotypes))
}

// demoReference is reference data that the demo creates and installs.
type demoReference struct {
	note  reference.Note
	file  string
	write func(io.Writer) error
}

// demoReferences returns simulated data, which have clear names, so that they are not taken for
// real data.
func demoReferences() []demoReference {
	return []demoReference{
		{reference.Note{Type: reference.Panel, Name: seed.PanelName, Ancestry: "EUR", Column: "AF"}, "demo-panel.vcf.gz", seed.WriteDemoPanel},
		{
			reference.Note{Type: reference.Panel, Name: seed.EastAsianPanelName, Ancestry: "EAS", Column: "AF"},
			"demo-panel-eas.vcf.gz",
			seed.WriteEastAsianPanel,
		},
		{reference.Note{Type: reference.LD, Name: "demo-haplotypes-invented", Ancestry: "EUR"}, "demo-haplotypes.vcf.gz", seed.WriteDemoHaplotypes},
		{reference.Note{Type: reference.Recombination, Name: "demo-recombination-invented"}, "demo-map.txt.gz", seed.WriteDemoRecombination},
	}
}

// prepareReference installs the demo's reference data, like an operator; existing data stay.
func prepareReference(ctx context.Context, k *stack) error {
	installed, err := k.references.List(ctx)
	if err != nil {
		return err
	}
	for _, made := range demoReferences() {
		want := made.note
		want.Build, want.Version = "hg19", "invented for the demo"
		if slices.ContainsFunc(installed, func(n reference.Note) bool {
			return n.Type == want.Type && n.Name == want.Name && n.Version == want.Version
		}) {
			continue
		}
		source := reference.Source{Name: made.file, Open: func(context.Context) (io.ReadCloser, error) {
			var b bytes.Buffer
			return io.NopCloser(&b), made.write(&b)
		}}
		if _, err := k.installer.Add(ctx, source, want, audit.System); err != nil {
			return err
		}
	}
	return nil
}

// passwords reads the passwords from the data folder, and creates and stores missing ones.
func (c *DemoCmd) passwords() (seed.Passwords, error) {
	path := filepath.Join(c.Data, "demo-accounts.json")
	passwords := seed.Passwords{}
	text, err := os.ReadFile(path)
	switch {
	case err == nil:
		if err := json.Unmarshal(text, &passwords); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	known := len(passwords)
	for name := range demoAccounts() {
		if passwords[name] == "" {
			passwords[name] = strings.ToLower(rand.Text()[:16])
		}
	}
	if len(passwords) == known {
		return passwords, nil
	}
	if text, err = json.MarshalIndent(passwords, "", "  "); err != nil {
		return nil, err
	}
	return passwords, private.Write(path, text)
}
