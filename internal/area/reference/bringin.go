package reference

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// BringIn installs what a folder has and the register never had: data folders of earlier versions kept
// reference data there. The folder stays as it is. What was removed from the register stays removed.
func (i *Installer) BringIn(ctx context.Context, dir string) (err error) {
	defer errs.Wrap(&err, "reference.BringIn(%q)", dir)
	from := folder(dir)
	for _, t := range Types() {
		notes, err := from.Notes(ctx, t)
		if err != nil {
			return err
		}
		for n := range notes {
			if err := i.bringIn(ctx, from, &notes[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (i *Installer) bringIn(ctx context.Context, from folder, n *Note) error {
	if had, err := i.store.Had(ctx, n); had || err != nil {
		return err
	}
	files := map[string]string{}
	for _, end := range endings {
		_, err := os.Stat(from.path(n) + end)
		if err == nil {
			files[end] = from.path(n) + end
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if _, there := files[sitesIndexEnd]; n.Type == Panel && !there { // by a version before there were any
		dir, err := os.MkdirTemp(i.cfg.TempDir, "reference-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		beside, err := writeSites(ctx, panelOf(n, from.path(n)), dir)
		if err != nil {
			return err
		}
		files[sitesEnd], files[sitesIndexEnd] = beside[sitesEnd], beside[sitesIndexEnd]
	}
	i.cfg.Log.InfoContext(ctx, "a file of reference data is being copied into the file store", "name", n.Name, "type", n.Type)
	f, err := i.put(ctx, &Checked{Note: *n, Files: files}, audit.System)
	if err != nil {
		return err
	}
	err = i.store.InTx(ctx, func(tx Tx) error { return i.register(ctx, tx, f, ", from the data folder") })
	if no := new(RefusedError); errors.As(err, &no) {
		if had, err := i.store.Had(ctx, n); had || err != nil { // another process was faster
			return err
		}
		i.cfg.Log.WarnContext(ctx, "a file of the data folder was not installed, because another one has its name", "name", n.Name, "type", n.Type)
		return nil
	}
	return err
}
