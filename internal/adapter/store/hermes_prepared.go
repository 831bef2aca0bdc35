package store

import (
	"context"
	"encoding/json"
	"errors"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

const preparedMeta = "prepared meta-analysis"

// PreparedMeta implements hermes.PreparedMetas.
func (r hermesReads) PreparedMeta(ctx context.Context, id string) (p *hermes.PreparedMeta, err error) {
	defer errs.Wrap(&err, "store.PreparedMeta(%q)", id)
	row, err := r.from.GetPreparedMeta(ctx, id)
	if err != nil {
		return nil, missing(err, preparedMeta)
	}
	return toPreparedMeta(row)
}

// PreparedMetas implements hermes.PreparedMetas.
func (r hermesReads) PreparedMetas(ctx context.Context, most int) (list []*hermes.PreparedMeta, err error) {
	defer errs.Wrap(&err, "store.PreparedMetas")
	rows, err := r.from.ListPreparedMetas(ctx, int32(most))
	if err != nil {
		return nil, problem(err)
	}
	for _, row := range rows {
		p, err := toPreparedMeta(row)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// CreatePreparedMeta implements hermes.Tx.
func (t hermesTx) CreatePreparedMeta(ctx context.Context, p *hermes.PreparedMeta) (err error) {
	defer errs.Wrap(&err, "store.Tx.CreatePreparedMeta(%q)", p.ID)
	datasets, options, err := preparedTexts(p)
	if err != nil {
		return err
	}
	return problem(t.q.InsertPreparedMeta(ctx, sqlcgen.InsertPreparedMetaParams{
		ID: p.ID, Name: p.Name, Phenotype: p.Phenotype, Datasets: datasets, Options: options, Note: p.Note, Status: string(p.Status),
		MadeBy: p.MadeBy, MakerID: p.MakerID, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt, EndedBy: p.EndedBy, EndedAt: p.EndedAt,
		Answer: p.Answer, MetaID: nullText(p.MetaID), Version: p.Version,
	}))
}

// UpdatePreparedMeta implements hermes.Tx; it sets the new version in p.
func (t hermesTx) UpdatePreparedMeta(ctx context.Context, p *hermes.PreparedMeta) (err error) {
	defer errs.Wrap(&err, "store.Tx.UpdatePreparedMeta(%q)", p.ID)
	datasets, options, err := preparedTexts(p)
	if err != nil {
		return err
	}
	n, err := t.q.UpdatePreparedMeta(ctx, sqlcgen.UpdatePreparedMetaParams{
		ID: p.ID, Version: p.Version, Name: p.Name, Phenotype: p.Phenotype, Datasets: datasets, Options: options, Note: p.Note,
		Status: string(p.Status), UpdatedAt: p.UpdatedAt, EndedBy: p.EndedBy, EndedAt: p.EndedAt, Answer: p.Answer, MetaID: nullText(p.MetaID),
	})
	if err != nil {
		return problem(err)
	}
	if err := written(ctx, n, preparedMeta, p.ID, t.q.GetPreparedMeta); err != nil {
		return err
	}
	p.Version++
	return nil
}

func preparedTexts(p *hermes.PreparedMeta) (datasets, options string, err error) {
	d, err := json.Marshal(p.Datasets)
	if err != nil {
		return "", "", err
	}
	o, err := json.Marshal(p.Options)
	return string(d), string(o), err
}

func toPreparedMeta(r sqlcgen.PreparedMeta) (*hermes.PreparedMeta, error) {
	p := &hermes.PreparedMeta{
		ID: r.ID, Name: r.Name, Phenotype: r.Phenotype, Note: r.Note, Status: hermes.PreparedStatus(r.Status), MadeBy: r.MadeBy, MakerID: r.MakerID,
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), EndedBy: r.EndedBy, EndedAt: utc(r.EndedAt), Answer: r.Answer,
		MetaID: r.MetaID.String, Version: r.Version,
	}
	return p, errors.Join(json.Unmarshal([]byte(r.Datasets), &p.Datasets), json.Unmarshal([]byte(r.Options), &p.Options))
}
