# The last image gets only the build and the packages that it needs to run.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Maps and types are only for tools.
RUN npm ci --omit=dev && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# A build also succeeds without the prepared database; the image must have it.
RUN npm run build && test -f dist/api/db/database-template.tar.gz
# Only the compiler reads these, and they differ between builds of the same code.
RUN find dist -type f \( -name '*.d.ts' -o -name '*.tsbuildinfo' \) -delete
# A checkout may be readable only by its owner.
RUN node .ci/sbom.mjs && chmod -R a+rX dist sbom.json package.json LICENSE

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# ffmpeg makes missing posters and copies that every browser plays. Longline runs without it too.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_LEVEL=info
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The packages of this image on any processor, in CycloneDX's format. Debian's are in /var/lib/dpkg/status.
COPY --from=build /app/sbom.json ./sbom.json
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/LICENSE ./LICENSE
# For BACKUP_DIR=/backup.
RUN mkdir /data /backup && chown node:node /data /backup
USER node
VOLUME /data
EXPOSE 3000
# Checks that the process answers. A load balancer should ask /api/ready, which checks the database too.
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Start node, not npm, so that signals reach it directly. As process 1 it does not reap orphans: run with --init
# (compose: init: true) for that.
CMD ["node", "dist/api/main.js"]
