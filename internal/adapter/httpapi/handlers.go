package httpapi

import (
	"net/http"

	"cohortium/internal/adapter/httpapi/accountapi"
	"cohortium/internal/adapter/httpapi/browseapi"
	"cohortium/internal/adapter/httpapi/datasetapi"
	"cohortium/internal/adapter/httpapi/drsapi"
	"cohortium/internal/adapter/httpapi/hermesapi"
	"cohortium/internal/adapter/httpapi/indexapi"
	"cohortium/internal/adapter/httpapi/pageapi"
	"cohortium/internal/adapter/httpapi/sgcapi"
	"cohortium/internal/adapter/httpapi/siteapi"
	"cohortium/internal/adapter/httpapi/toolapi"
	"cohortium/internal/area/dataset"
)

// handlers answer the calls of every area; together they are the server of the contract.
type handlers struct {
	account
	browsing
	datasets
	drsObjects
	hermesArea
	index
	pages
	sgcArea
	site
	tool
}

// The handlers of each area, under different names.
type (
	account    = accountapi.Server
	browsing   = browseapi.Server
	datasets   = datasetapi.Server
	drsObjects = drsapi.Server
	hermesArea = hermesapi.Server
	index      = indexapi.Server
	pages      = pageapi.Server
	sgcArea    = sgcapi.Server
	site       = siteapi.Server
	tool       = toolapi.Server
)

// newHandlers passes each area its services.
func newHandlers(s *server) handlers {
	d, c := s.Deps, s.Config
	return handlers{
		account:    account{Answers: s.Answers, Credentials: s.Credentials, Auth: d.Auth, Registration: c.Registration, SGCGroup: c.SGCGroup},
		browsing:   browsing{Answers: s.Answers, Browse: d.Browse, Hermes: d.Hermes, Reference: d.Reference, Log: d.Log},
		datasets:   datasets{Answers: s.Answers, Credentials: s.Credentials, Datasets: d.Datasets, Now: d.Now, Log: d.Log},
		drsObjects: drsObjects{Answers: s.Answers, DRS: d.DRS, PublicURL: c.PublicURL},
		hermesArea: hermesArea{Answers: s.Answers, Hermes: d.Hermes, Datasets: d.Datasets, Reference: d.Reference, Contract: s.contract, Log: d.Log},
		index:      index{Answers: s.Answers, Indexes: d.Indexes, NewID: d.NewID},
		pages:      pages{Answers: s.Answers, Built: d.Built, Tables: d.Tables},
		sgcArea:    sgcArea{Answers: s.Answers, SGC: d.SGC},
		site: site{
			Answers:     s.Answers,
			Credentials: s.Credentials,
			Audit:       d.Audit,
			Jobs:        d.Jobs,
			Find:        d.Search,
			FindPublic:  d.PublicSearch,
			Consortium:  d.Consortium,
			Rules:       d.Rules,
			Setup:       d.Setup,
			Operation:   d.Operation,
			Storage:     d.Storage,
			Reference:   d.Reference,
			Events:      siteapi.NewEvents(d.Jobs, d.Now, c.EventInterval, d.Log),
			Now:         d.Now,
			Log:         d.Log,
			Ready:       d.Ready,
			Stopping:    d.Stopping,
			Facts: siteapi.Facts{
				Version: c.Version, Commit: c.Commit, Demo: c.Demo, MaxUploadBytes: c.MaxUploadBytes, ChunkBytes: c.ChunkBytes,
				UserServiceURL: c.UserServiceURL, SGCGroup: c.SGCGroup, ProviderName: c.ProviderName, Registration: c.Registration, Mail: c.Mail,
			},
		},
		tool: tool{Answers: s.Answers, Tools: d.Tools, Hermes: d.Hermes},
	}
}

// handWritten adds the routes that stream, accept forms or serve ranges, and those of other
// handlers.
func (s *server) handWritten(routes *router) {
	routes.HandleFunc("GET /api/hermes/uploads/{id}/files/{name}", s.DownloadUpload)
	routes.HandleFunc("GET /api/hermes/meta-analyses/{id}/files/{name}", s.DownloadMeta)
	routes.HandleFunc("GET /api/hermes/freezes/{id}/files/{name}", s.DownloadFreeze)
	routes.HandleFunc("GET /api/public/freezes/{name}/files/{file}", s.DownloadPublicFreeze)
	routes.HandleFunc("GET /api/sgc/cohorts/{id}/files/{kind}/{version}", s.DownloadSgcFile)
	routes.HandleFunc("GET /api/sgc/archive/download", s.DownloadSgcArchive)
	routes.HandleFunc("GET /api/datasets.csv", s.ExportDatasets(dataset.CSV))
	routes.HandleFunc("GET /api/datasets.json", s.ExportDatasets(dataset.JSON))
	routes.HandleFunc("GET /api/datasets/{id}/files/{fid}", s.DownloadDatasetFile)
	routes.HandleFunc("GET /api/datasets/{id}/files/{fid}/deposit", s.DownloadDeposit)
	routes.HandleFunc("GET /api/datasets/{id}/files/{fid}/gwas-ssf-meta.yaml", s.DownloadDepositYAML)
	routes.HandleFunc("GET /api/datasets/{id}/metadata/{format}", s.DownloadDatasetMetadata)
	routes.HandleFunc("GET /api/public/datasets/{id}/metadata/{format}", s.DownloadPublicMetadata)
	routes.HandleFunc("GET /api/public/datasets/{id}/files/{fid}/deposit", s.DownloadPublicDeposit)
	routes.HandleFunc("GET /api/d/{short}", s.DownloadByShortID(dataset.DataFile))
	routes.HandleFunc("GET /api/d/{short}/{name}", s.DownloadTable)
	routes.HandleFunc("GET /api/cs/{short}", s.DownloadByShortID(dataset.CredibleOne))
	routes.HandleFunc("GET /ga4gh/drs/v1/objects/{id}/data/{name}", s.DownloadDrsObject)
	routes.HandleFunc("GET /api/tools/runs/{id}/files/{name}", s.DownloadToolFile)
	routes.HandleFunc("GET /api/tables/{id}/data", s.DownloadTableData)
	routes.HandleFunc("GET /api/audit/export", s.ExportAudit)
	routes.HandleFunc("GET /api/browse/rows", s.GetBrowseRows)
	routes.HandleFunc("GET /api/bio/query/{id}", s.QueryIndex)
	routes.HandleFunc("HEAD /api/bio/query/{id}", s.QueryIndex)
	routes.HandleFunc("GET /api/bio/cont", s.ContinueIndex)
	routes.HandleFunc("GET /api/p/pages/{slug}/table/data", s.DownloadPageTable)
	routes.HandleFunc("GET /api/events", s.StreamEvents)
	routes.HandleFunc("GET /api/docs", s.contract.ShowDocs)
	routes.HandleFunc("GET /api/openapi.json", s.contract.ShowContract)
	routes.HandleFunc("GET /api/policy", s.ShowPolicy)
	routes.HandleFunc("POST /api/auth/create-user/{$}", s.ProvisionUser)
	routes.HandleFunc("GET /api/auth/list-users/{$}", s.ProvisionedUsers)
	routes.HandleFunc("POST /api/auth/add-user-to-group/{$}", s.ProvisionMember)
	for _, pattern := range []string{
		"POST /api/uploads/{$}", "OPTIONS /api/uploads/{$}", "OPTIONS /api/uploads/{id}",
		"HEAD /api/uploads/{id}", "PATCH /api/uploads/{id}", "DELETE /api/uploads/{id}",
	} {
		routes.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.Uploads.ServeHTTP(w, r) })
	}
}
