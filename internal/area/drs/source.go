package drs

import (
	"context"
	"strings"

	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// The kinds of objects.
const (
	UploadKind = "upload" // upload/{id}/{run}/{name}
	MetaKind   = "ma"     // ma/{id}/{name}
	FileKind   = "file"   // file/{id}, or file/{id}/{check}/{name}
)

// The kinds of objects in entries of the audit trail.
const (
	objectUpload = "upload"
	objectMeta   = "meta"
)

// may reports whether a caller may call a route; one who is not signed in may not.
func may(pattern string, by *auth.Identity) bool {
	return by != nil && auth.RuleOf(pattern).Admit(by) == nil
}

// recorder records downloads.
type recorder interface {
	RecordDownload(ctx context.Context, entry audit.Entry) error
}

// Hermes returns the files of QC runs and of meta-analyses.
func Hermes(s *hermes.Service, log recorder) []Source {
	return []Source{uploads{s, log}, metas{s, log}}
}

type uploads struct {
	hermes *hermes.Service
	log    recorder
}

func (uploads) Kind() string { return UploadKind }

// File implements Source behind the rule of the download.
func (u uploads) File(ctx context.Context, by *auth.Identity, parts []string) (*File, error) {
	if len(parts) != 3 || parts[1] == "" || !may("GET /api/hermes/uploads/{id}/files/{name}", by) {
		return nil, errs.Missing("file")
	}
	d, err := u.hermes.UploadFile(ctx, by, parts[0], parts[2], parts[1])
	if err != nil {
		return nil, err
	}
	return &File{Download: d, Created: d.ModTime, Record: recordOf(u.log, objectUpload, parts[0], d.Name)}, nil
}

type metas struct {
	hermes *hermes.Service
	log    recorder
}

func (metas) Kind() string { return MetaKind }

// File implements Source behind the rule of the download.
func (m metas) File(ctx context.Context, by *auth.Identity, parts []string) (*File, error) {
	if len(parts) != 2 || !may("GET /api/hermes/meta-analyses/{id}/files/{name}", by) {
		return nil, errs.Missing("file")
	}
	d, err := m.hermes.MetaFile(ctx, by, parts[0], parts[1])
	if err != nil {
		return nil, err
	}
	v, err := m.hermes.Meta(ctx, by, parts[0])
	if err != nil {
		return nil, err
	}
	f := &File{Download: d, Created: d.ModTime, Record: recordOf(m.log, objectMeta, parts[0], d.Name)}
	for _, known := range v.Files {
		if known.Name == parts[1] {
			f.SHA256 = known.SHA256
		}
	}
	return f, nil
}

// recordOf records a table and its index as one download: reading parts of a table reads its index
// too.
func recordOf(log recorder, object, id, name string) func(context.Context) error {
	entry := audit.Entry{Object: object, ObjectID: id, Detail: strings.TrimSuffix(name, indexSuffix)}
	return func(ctx context.Context) error { return log.RecordDownload(ctx, entry) }
}

// Datasets returns the files of the registry, and the tables made by checks.
func Datasets(s *dataset.Service) []Source { return []Source{files{s}} }

type files struct{ datasets *dataset.Service }

func (files) Kind() string { return FileKind }

// File implements Source behind the rule of the download; public files are for everyone.
func (f files) File(ctx context.Context, by *auth.Identity, parts []string) (*File, error) {
	if !may("GET /api/datasets/{id}/files/{fid}", by) {
		by = nil
	}
	var fetch *dataset.Fetch
	var err error
	switch len(parts) {
	case 1:
		fetch, err = f.datasets.FileByID(ctx, by, parts[0])
	case 3:
		fetch, err = f.datasets.TableByID(ctx, by, parts[0], parts[1], parts[2])
	default:
		err = errs.Missing("file")
	}
	if err != nil {
		return nil, err
	}
	out := &File{Download: fetch.Download, Created: fetch.ModTime, Record: func(ctx context.Context) error { return f.datasets.Fetched(ctx, fetch) }}
	if len(parts) == 1 {
		out.SHA256 = fetch.File.SHA256
	}
	return out, nil
}
