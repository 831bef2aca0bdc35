package dataset

import (
	"context"
	"fmt"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// ResultLinks finds the data sets that were made from meta-analyses.
type ResultLinks interface {
	// DatasetOfResult returns the data set that was made from a meta-analysis, and ResultsOf the
	// meta-analyses of data sets, by data set.
	DatasetOfResult(ctx context.Context, metaID string) (*Dataset, error)
	ResultsOf(ctx context.Context, datasetIDs []string) (map[string]string, error)
}

// nameAttempts limits the names tried for a data set whose name is taken.
const nameAttempts = 20

// RegisterResult registers a finished meta-analysis as a private data set of the caller, with its
// file, and reports whether it is new. A second call returns the existing data set. errs.Conflict
// (result_registered) if the caller may not see that one, errs.Rule if the account lacks required
// metadata.
func (s *Service) RegisterResult(ctx context.Context, by *auth.Identity, metaID string) (_ *View, made bool, err error) {
	defer errs.Wrap(&err, "dataset.RegisterResult(%q)", metaID)
	if err := mustRegister(by); err != nil {
		return nil, false, err
	}
	if s.cfg.Results == nil {
		return nil, false, errs.Missing("meta-analysis")
	}
	r, err := s.cfg.Results.Result(ctx, by, metaID)
	if err != nil {
		return nil, false, err
	}
	if v, err := s.ofResult(ctx, by, metaID); v != nil || err != nil {
		return v, false, err
	}
	if r.Metadata, err = r.metadataBy(by.User); err != nil {
		return nil, false, err
	}
	if err := r.Phenotype.check().err(); err != nil {
		return nil, false, err
	}
	sent, err := s.keep(ctx, by, r.File)
	if err != nil {
		return nil, false, err
	}
	d, err := s.insertResult(ctx, by, r, metaID, sent)
	if err != nil {
		if left := s.files.DeleteFile(context.WithoutCancel(ctx), sent.ID); left != nil {
			s.cfg.Log.WarnContext(ctx, "the file of a result that was not registered stays until it expires", "file", sent.ID, "err", left)
		}
		return nil, false, err
	}
	v, err := s.Dataset(ctx, by, d.ID)
	return v, true, err
}

// ofResult returns the data set that was made from a meta-analysis, nil if there is none.
func (s *Service) ofResult(ctx context.Context, by *auth.Identity, metaID string) (*View, error) {
	d, err := s.store.DatasetOfResult(ctx, metaID)
	if errs.Is(err, errs.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v, err := s.Dataset(ctx, by, d.ID)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.New(
			errs.Conflict,
			"result_registered",
			"%s has registered this result already. Ask them to share the data set with you.",
			d.Owner.UserName,
		).Because(
			err,
		)
	}
	return v, err
}

// OfResult returns the data set that was made from a meta-analysis, to callers who may see it;
// errs.NotFound otherwise.
func (s *Service) OfResult(ctx context.Context, by *auth.Identity, metaID string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.OfResult(%q)", metaID)
	d, err := s.store.DatasetOfResult(ctx, metaID)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("data set").Because(err)
	}
	if err != nil {
		return nil, err
	}
	return s.Dataset(ctx, by, d.ID)
}

// metadataBy returns the metadata of a result that an account registers.
func (r *Result) metadataBy(u *auth.User) (Metadata, error) {
	m := r.Metadata
	m.StudyID = "-" // set in the transaction
	m.Submitter = strings.TrimSpace(u.FirstName + " " + u.LastName)
	if m.Submitter == "" {
		m.Submitter = u.UserName
	}
	if m.SubmitterEmail = u.Email; m.SubmitterEmail == "" {
		return m, errs.New(
			errs.Rule,
			"no_email",
			"A data set names the e-mail address of who submits it, and your account has none. Add it to your account, then register the result.",
		)
	}
	return m.checked()
}

// keep stores the file of a result as a file of the caller.
func (s *Service) keep(ctx context.Context, by *auth.Identity, f *file.Download) (*file.Info, error) {
	r, err := f.OpenRange(ctx, 0, -1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return s.files.Keep(ctx, by.User.ID, f.Name, f.Size, r)
}

// insertResult stores the data set of a result, with an unused name.
func (s *Service) insertResult(ctx context.Context, by *auth.Identity, r *Result, metaID string, sent *file.Info) (d *Dataset, err error) {
	name := r.Metadata.Name
	for n := 1; n <= max(nameAttempts, shortIDAttempts); n++ {
		err = s.store.InTx(ctx, func(tx Tx) error {
			d = s.newDataset(by, r.Metadata)
			return s.insertResultIn(ctx, tx, by, d, r, metaID, sent)
		})
		switch errs.CodeOf(err) {
		case "name_taken":
			r.Metadata.Name = fmt.Sprintf("%s (%d)", name, n+1)
		case "short_id_taken":
		default:
			return d, err
		}
	}
	return nil, err
}

func (s *Service) insertResultIn(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, r *Result, metaID string, sent *file.Info) error {
	study, err := s.studyOfResults(ctx, tx, by, r.Study)
	if err != nil {
		return err
	}
	d.StudyID = study.ID
	if err := s.insert(ctx, tx, by, d, "From a meta-analysis"); err != nil {
		return err
	}
	if err := tx.LinkResult(ctx, d.ID, metaID); err != nil {
		return err
	}
	p := &Phenotype{ID: s.newID(), DatasetID: d.ID, CreatedAt: s.now()}
	r.Phenotype.put(p)
	if err := tx.CreatePhenotype(ctx, p); err != nil {
		return err
	}
	h := phenotypeAdded(p)
	if err := s.addFile(ctx, tx, by, d, DataFile, p.ID, sent, &h); err != nil {
		return err
	}
	return s.note(ctx, tx, by, d.ID, h)
}

// studyOfResults returns the study of results; the first call registers it.
func (s *Service) studyOfResults(ctx context.Context, tx Tx, by *auth.Identity, name string) (*Study, error) {
	study, err := tx.StudyByName(ctx, name)
	if !errs.Is(err, errs.NotFound) {
		return study, err
	}
	study = s.newStudy(by, StudyInput{Name: name, Institution: s.cfg.Publisher})
	return study, s.insertStudy(ctx, tx, by, study)
}
