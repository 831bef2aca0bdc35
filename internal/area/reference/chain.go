package reference

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
)

// readChain reads a chain file to its end. There is at most one for each way, so that the way of a
// data set is always determined.
func (a *adding) readChain() error {
	n := a.note
	f, err := openChain(a.path, n.Name)
	if err != nil {
		return err
	}
	if n.Build != "" && n.To != "" {
		if from, to := n.builds(); from == f.To && to == f.From {
			return say("it leads from %s to %s, the other way than %s and %s say. Turn them round: a chain file serves both ways", f.From, f.To, OfFrom, OfTo)
		}
	}
	for _, end := range []struct {
		declared *string
		found    genome.Build
		place    Place
	}{{&n.Build, f.From, OfFrom}, {&n.To, f.To, OfTo}} {
		if err := agree(end.declared, end.found, end.place, ""); err != nil {
			return err
		}
	}
	n.Rows = int64(f.Blocks())
	for i := range a.installed {
		other := &a.installed[i]
		if from, to := other.builds(); other.Type == Chain && from == f.From && to == f.To {
			return say("%s leads from %s to %s already. %s", other.Name, from, to, removal(other.Name))
		}
	}
	return nil
}

func openChain(path, name string) (*liftover.File, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	return liftover.ReadFile(name, in)
}

// ChangedError reports that a file has changed since it was installed. The operator fixes that, so
// the fault within the file is not reported to users.
type ChangedError struct {
	Name string
	Err  error // from reading it; nil when it can be read
}

func (e *ChangedError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("the file of %s cannot be read any more (%v); remove it and add it again", e.Name, e.Err)
	}
	return fmt.Sprintf("the file of %s is not the one that was installed; remove it and add it again", e.Name)
}

// Way is like Between, with a cache of what was read, for frequent callers.
func (r *Registry) Way(ctx context.Context, from, to genome.Build) (*liftover.Way, error) {
	notes, err := r.list(ctx, Chain)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("way from %s to %s", from, to)
	for i := range notes {
		key += " " + notes[i].SHA256
	}
	v, err := r.loaded.Get(ctx, key, func(ctx context.Context) (any, error) { return r.Between(ctx, from, to) })
	if err != nil {
		return nil, err
	}
	return v.(*liftover.Way), nil
}

// Between implements hermes.Chains. An installed file takes precedence over the one inside the
// program, which then is the second file for comparisons.
func (r *Registry) Between(ctx context.Context, from, to genome.Build) (*liftover.Way, error) {
	way, err := r.installedWay(ctx, from, to)
	if err != nil {
		return nil, err
	}
	inside, err := liftover.Inside().Between(from, to)
	switch none := new(liftover.ChainError); {
	case way == nil:
		return inside, err
	case errors.As(err, &none):
		return way, nil
	case err != nil:
		return nil, err
	case way.Source.SHA256 != inside.Source.SHA256:
		way.Other = inside
	}
	return way, nil
}

// NotInstalledError reports that a requested chain file is not installed.
type NotInstalledError struct {
	Maker    string
	From, To genome.Build
	// Instead is the name of the file that is installed for this way, "" without one.
	Instead string
}

func (e *NotInstalledError) Error() string {
	why := fmt.Sprintf("no chain file of %s from %s to %s is installed", e.Maker, e.From, e.To)
	if e.Instead != "" {
		why += fmt.Sprintf(" (%s is)", e.Instead)
	}
	return why
}

// Named returns the way by the chain file of a maker, or by the installed one of a name. The other
// one, if there is one, is the second file for comparisons. Errors are *NotInstalledError and those
// of Between.
func (r *Registry) Named(ctx context.Context, name string, from, to genome.Build) (*liftover.Way, error) {
	installed, err := r.installedWay(ctx, from, to)
	if err != nil {
		return nil, err
	}
	if strings.EqualFold(name, liftover.Ensembl) {
		inside, err := liftover.Inside().Between(from, to)
		if err == nil && installed != nil && installed.Source.SHA256 != inside.Source.SHA256 {
			inside.Other = installed
		}
		return inside, err
	}
	if installed == nil || !strings.EqualFold(name, installed.Source.Maker) && name != installed.Source.Name {
		none := &NotInstalledError{Maker: name, From: from, To: to}
		if strings.EqualFold(name, liftover.UCSC) {
			none.Maker = liftover.UCSC
		}
		if installed != nil {
			none.Instead = installed.Source.Name
		}
		return nil, none
	}
	return r.Between(ctx, from, to)
}

// installedWay returns the way by an installed file, nil without one. A file in this direction
// takes precedence over one that is read backwards.
func (r *Registry) installedWay(ctx context.Context, from, to genome.Build) (*liftover.Way, error) {
	notes, err := r.list(ctx, Chain)
	if err != nil {
		return nil, err
	}
	leads := func(from, to genome.Build) int {
		return slices.IndexFunc(notes, func(n Note) bool { a, b := n.builds(); return a == from && b == to })
	}
	i := leads(from, to)
	if i < 0 {
		i = leads(to, from)
	}
	if i < 0 {
		return nil, nil
	}
	n := &notes[i]
	local, err := r.shelf.Take(ctx, n, "")
	if err != nil {
		return nil, err
	}
	defer local.Release()
	f, err := openChain(local.Path, n.File) // whose name may show its maker
	if err != nil || f.Source.SHA256 != n.SHA256 {
		return nil, &ChangedError{Name: n.Name, Err: err}
	}
	f.Source.Name, f.Source.Licence = n.Name, n.Licence
	return f.Between(from, to)
}

// Reach implements hermes.Chains.
func (r *Registry) Reach(ctx context.Context, to genome.Build) ([]genome.Build, error) {
	notes, err := r.list(ctx, Chain)
	if err != nil {
		return nil, err
	}
	ends := liftover.Reach(to)
	for i := range notes {
		switch from, leads := notes[i].builds(); to {
		case leads:
			ends = append(ends, from)
		case from:
			ends = append(ends, leads)
		}
	}
	slices.Sort(ends)
	return slices.Compact(ends), nil
}
